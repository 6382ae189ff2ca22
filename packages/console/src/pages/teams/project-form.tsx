import { TEAM_NAME_MAX_LENGTH, type Team, type TeamProject } from '@tollgate/contract'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { PeriodLimit } from '../../components/period-limit.tsx'
import { useChangeProject, useMakeProject } from './api.ts'

interface ProjectFormProps {
  team: Team
  /** Absent: it is new. */
  project: TeamProject | undefined
  /** Whether the caller may set budgets. */
  mayGive: boolean
  onClose: () => void
}

export function ProjectForm({ team, project, mayGive, onClose }: ProjectFormProps) {
  const { t } = useTranslation()
  const { name = '', quota_period = '', period_quota = 0, period_used } = project ?? {}
  const initial = { name, quota_period, period_quota }
  const [form] = Form.useForm<typeof initial>()
  const { mutateAsync: make } = useMakeProject(team.id)
  const { mutateAsync: change } = useChangeProject(team.id)
  return (
    <FormDrawer
      title={project ? t('teams.projectTitle', { name }) : t('teams.addProjectTitle')}
      form={form}
      draft={`team-${team.id}-project-${project?.id ?? 'new'}`}
      initial={initial}
      onSubmit={async ({ name, ...budget }) => {
        const given = { name, ...(mayGive && budget) }
        await (project ? change({ project_id: project.id, ...given }) : make(given))
        return true
      }}
      onClose={onClose}
      submitLabel={t(project ? 'teams.save' : 'teams.addProject')}
    >
      <Form.Item
        name="name"
        label={t('teams.name')}
        rules={[{ required: true, whitespace: true, message: t('teams.projectNameRequired') }]}
      >
        <Input autoComplete="off" maxLength={TEAM_NAME_MAX_LENGTH} />
      </Form.Item>
      {mayGive && (
        <PeriodLimit limited={{ quota_period, period_quota, ...(period_used !== undefined && { period_used }) }} />
      )}
    </FormDrawer>
  )
}
