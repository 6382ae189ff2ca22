import { isTeamRole, type Team, type TeamMember } from '@tollgate/contract'
import { Button, Skeleton, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { Sensitive, useMask } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOpened } from '../../components/use-opened.ts'
import { useMembers } from '../../lib/use-teams.ts'
import { useUser } from '../../session/user.ts'
import { useHandOver, useRemoveMember } from './api.ts'
import { Budget } from './budget.tsx'
import styles from './teams.module.css'
import { useMayGive } from './use-may-give.ts'

const MemberForm = lazyForm(() => import('./forms.tsx').then(file => file.MemberForm))

/** Everybody in the team, with usage and budget if the caller may see them. */
export function Members({ team }: { team: Team }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useMembers(team.id)
  const mayGive = useMayGive(team)
  const form = useOpened<TeamMember>()
  return (
    <Panel title={t('teams.members')}>
      {error && <ListError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton active />}
      <ul className={styles.list}>
        {data?.map(member => (
          <Member
            key={member.user_id}
            team={team}
            member={member}
            mayGive={mayGive}
            onChange={() => form.open(member)}
          />
        ))}
      </ul>
      {form.opened?.row && (
        <MemberForm key={form.opened.key} team={team} member={form.opened.row} onClose={form.close} />
      )}
    </Panel>
  )
}

interface MemberProps {
  team: Team
  member: TeamMember
  /** Whether the caller may set budgets. */
  mayGive: boolean
  onChange: () => void
}

function Member({ team, member, mayGive, onChange }: MemberProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const self = useUser()
  const { mutate: remove } = useRemoveMember(team.id)
  const { mutate: handOver } = useHandOver(team.id)
  const { username, user_id, role } = member
  const name = useMask()(username)
  const isOwn = user_id === self?.id
  const isOwner = team.role === 'owner'
  const mayRemove = isOwner || (isTeamRole(team.role, 'admin') && role === 'member')
  const mayChange = mayRemove && mayGive
  const askToRemove = async () => {
    const words = { title: t('teams.removeTitle', { name }), consequence: t('teams.removeConsequence') }
    if (await confirm({ ...words, agree: t('teams.remove'), danger: true })) remove(user_id)
  }
  const askToHandOver = async () => {
    const words = { title: t('teams.handOverTitle', { name }), consequence: t('teams.handOverConsequence') }
    if (await confirm({ ...words, agree: t('teams.handOver') })) handOver(user_id)
  }
  return (
    <li>
      <span className={styles.name}>
        <Sensitive>{username}</Sensitive> {isOwn && t('teams.you')}
      </span>
      <Tag>{t(`teams.roles.${role}`)}</Tag>
      {member.used_quota !== undefined && <Quota value={member.used_quota} />}
      <Budget of={member} />
      {mayChange && (
        <Button size="small" onClick={onChange}>
          {t('teams.changeMember')}
        </Button>
      )}
      {isOwner && !isOwn && (
        <Button size="small" onClick={askToHandOver}>
          {t('teams.handOver')}
        </Button>
      )}
      {mayRemove && !isOwn && (
        <Button size="small" danger onClick={askToRemove}>
          {t('teams.remove')}
        </Button>
      )}
    </li>
  )
}
