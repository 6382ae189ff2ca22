import type { Team } from '@tollgate/contract'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { formatTime } from '../../lib/format.ts'
import { useInvitations, useWithdraw } from './api.ts'
import styles from './teams.module.css'
import { useMayGive } from './use-may-give.ts'

const InviteForm = lazyForm(() => import('./forms.tsx').then(file => file.InviteForm))

/** Invitations that nobody has answered yet. */
export function Invitations({ team }: { team: Team }) {
  const { t } = useTranslation()
  const { data } = useInvitations(team.id)
  const { mutate: withdraw } = useWithdraw(team.id)
  const form = useOpened<never>()
  const mayInvite = useMayGive(team)
  const invite = mayInvite && <Button onClick={() => form.open()}>{t('teams.invite')}</Button>
  return (
    <Panel title={t('teams.invitations')} hint={t('teams.invitationsHint')} aside={invite}>
      {data?.length === 0 && <p className={styles.quiet}>{t('teams.noInvitations')}</p>}
      <ul className={styles.list}>
        {data?.map(({ id, email, role, expires_at }) => (
          <li key={id}>
            <span className={styles.name}>{email ? <Sensitive>{email}</Sensitive> : t('teams.link')}</span>
            <Tag>{t(`teams.roles.${role}`)}</Tag>
            <span className={styles.quiet}>{t('teams.until', { time: formatTime(expires_at) })}</span>
            <Button size="small" onClick={() => withdraw(id)}>
              {t('teams.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      {form.opened && <InviteForm key={form.opened.key} team={team} onClose={form.close} />}
    </Panel>
  )
}
