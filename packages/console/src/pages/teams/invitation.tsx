import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { useAnswer, useInvitation } from './api.ts'
import styles from './teams.module.css'

interface InvitationProps {
  code: string
  /** Called with the team that was joined; null: it was declined. */
  onAnswered: (teamId: number | null) => void
}

/** An invitation whose link was opened. */
export function Invitation({ code, onAnswered }: InvitationProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useInvitation(code)
  const { mutate: answer, isPending } = useAnswer()
  if (error) return <ListError error={error} onRetry={refetch} />
  if (!data) return null
  const give = (accepts: boolean) =>
    answer({ code, accepts }, { onSuccess: team => onAnswered(team === null ? null : team.id) })
  return (
    <Panel
      title={t('teams.invitedTo', { team: data.team })}
      hint={t('teams.invitedBy', { name: data.invited_by, role: t(`teams.roles.${data.role}`) })}
    >
      <div className={styles.buttons}>
        <Button type="primary" loading={isPending} onClick={() => give(true)}>
          {t('teams.accept')}
        </Button>
        <Button disabled={isPending} onClick={() => give(false)}>
          {t('teams.decline')}
        </Button>
      </div>
    </Panel>
  )
}
