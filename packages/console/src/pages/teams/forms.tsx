import {
  GIVEN_TEAM_ROLES,
  TEAM_NAME_MAX_LENGTH,
  type Team,
  type TeamMember,
  TOKEN_NAME_MAX_LENGTH,
} from '@tollgate/contract'
import { App, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { PeriodLimit } from '../../components/period-limit.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { masked } from '../../components/sensitive.tsx'
import { paths } from '../../lib/paths.ts'
import { useProjects } from '../../lib/use-teams.ts'
import { useChangeMember, useDeposit, useInvite, useMakeTeam, useMakeTeamToken, useRenameTeam } from './api.ts'

/** The forms of the page; each opens at its side. */

export function TeamForm({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string }>()
  const { mutateAsync: make } = useMakeTeam()
  return (
    <FormDrawer
      title={t('teams.addTitle')}
      form={form}
      draft="team"
      initial={{ name: '' }}
      onSubmit={async ({ name }) => {
        onMade((await make(name)).id)
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.add')}
    >
      <NameOfTeam />
    </FormDrawer>
  )
}

export function RenameForm({ team, onClose }: OfTeam) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string }>()
  const { mutateAsync: rename } = useRenameTeam(team.id)
  return (
    <FormDrawer
      title={t('teams.renameTitle', { team: team.name })}
      form={form}
      draft={`team-name-${team.id}`}
      initial={{ name: team.name }}
      onSubmit={async ({ name }) => {
        await rename(name)
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.rename')}
    >
      <NameOfTeam />
    </FormDrawer>
  )
}

function NameOfTeam() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="name"
      label={t('teams.name')}
      rules={[{ required: true, whitespace: true, message: t('teams.nameRequired') }]}
    >
      <Input autoFocus autoComplete="off" maxLength={TEAM_NAME_MAX_LENGTH} />
    </Form.Item>
  )
}

interface OfTeam {
  team: Team
  onClose: () => void
}

export function DepositForm({ team, onClose }: OfTeam) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ quota: number }>()
  const { mutateAsync: deposit } = useDeposit(team.id)
  return (
    <FormDrawer
      title={t('teams.depositTitle', { team: team.name })}
      form={form}
      draft={`team-deposit-${team.id}`}
      initial={{ quota: 0 }}
      onSubmit={async ({ quota }) => {
        await deposit(quota)
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.deposit')}
    >
      <Form.Item
        name="quota"
        label={t('teams.quota')}
        rules={[{ type: 'number', min: 1, message: t('teams.quotaRequired') }]}
      >
        <QuotaInput />
      </Form.Item>
    </FormDrawer>
  )
}

export function MemberForm({ team, member, onClose }: OfTeam & { member: TeamMember }) {
  const { t } = useTranslation()
  const { user_id, role, username: name, quota_period = '', period_quota = 0, period_used } = member
  const initial = { role, quota_period, period_quota }
  const [form] = Form.useForm<typeof initial>()
  const { mutateAsync: change } = useChangeMember(team.id)
  const mayChangeRole = team.role === 'owner' && role !== 'owner'
  return (
    <FormDrawer
      title={t('teams.memberTitle', { name: masked(name) })}
      form={form}
      draft={`team-${team.id}-member-${user_id}`}
      initial={initial}
      onSubmit={async ({ role, ...budget }) => {
        await change({ user_id, ...budget, ...(mayChangeRole && role !== 'owner' && { role }) })
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.save')}
    >
      {mayChangeRole && <RoleField />}
      <PeriodLimit limited={{ quota_period, period_quota, ...(period_used !== undefined && { period_used }) }} />
    </FormDrawer>
  )
}

export function InviteForm({ team, onClose }: OfTeam) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const initial: { role: (typeof GIVEN_TEAM_ROLES)[number]; email: string } = { role: 'member', email: '' }
  const [form] = Form.useForm<typeof initial>()
  const { mutateAsync: invite } = useInvite(team.id)
  const show = (code: string) =>
    modal.info({
      title: t('teams.link'),
      content: (
        <>
          <p>{t('teams.linkHint')}</p>
          <CodeBlock code={`${location.origin}${paths.teams}?invitation=${code}`} what={t('teams.link')} />
        </>
      ),
    })
  return (
    <FormDrawer
      title={t('teams.inviteTitle', { team: team.name })}
      form={form}
      draft={`team-invite-${team.id}`}
      initial={initial}
      onSubmit={async body => {
        const { code } = await invite(body)
        if (code) show(code)
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.invite')}
    >
      {team.role === 'owner' && <RoleField />}
      <Form.Item name="email" label={t('teams.email')} extra={t('teams.emailHint')}>
        <Input type="email" autoComplete="off" maxLength={254} />
      </Form.Item>
    </FormDrawer>
  )
}

function RoleField() {
  const { t } = useTranslation()
  return (
    <Form.Item name="role" label={t('teams.role')}>
      <Select options={GIVEN_TEAM_ROLES.map(role => ({ value: role, label: t(`teams.roles.${role}`) }))} />
    </Form.Item>
  )
}

export function TokenForm({ team, onClose }: OfTeam) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string; quota: number; project_id: number }>()
  const { data: projects = [] } = useProjects(team.id)
  const active = projects.filter(({ is_archived }) => !is_archived)
  const { mutateAsync: make } = useMakeTeamToken(team.id)
  return (
    <FormDrawer
      title={t('teams.makeTokenTitle', { team: team.name })}
      form={form}
      draft={`team-token-${team.id}`}
      initial={{ name: '', quota: 0, project_id: 0 }}
      onSubmit={async ({ name, quota, project_id = 0 }) => {
        await make({ name, remain_quota: quota, unlimited_quota: quota === 0, project_id })
        return true
      }}
      onClose={onClose}
      submitLabel={t('teams.makeToken')}
    >
      <Form.Item
        name="name"
        label={t('teams.tokenName')}
        rules={[{ required: true, whitespace: true, message: t('teams.nameRequired') }]}
      >
        <Input autoComplete="off" maxLength={TOKEN_NAME_MAX_LENGTH} />
      </Form.Item>
      {active.length > 0 && (
        <Form.Item name="project_id" label={t('teams.project')} extra={t('teams.projectHint')}>
          <Select
            options={[
              { value: 0, label: t('teams.noProject') },
              ...active.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
      )}
      <Form.Item name="quota" label={t('teams.tokenQuota')} extra={t('teams.tokenQuotaHint')}>
        <QuotaInput />
      </Form.Item>
    </FormDrawer>
  )
}
