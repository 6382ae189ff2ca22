import { isTeamRole, type Team, type TeamProject } from '@tollgate/contract'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOpened } from '../../components/use-opened.ts'
import { useProjects } from '../../lib/use-teams.ts'
import { useChangeProject } from './api.ts'
import { Budget } from './budget.tsx'
import styles from './teams.module.css'
import { useMayGive } from './use-may-give.ts'

const ProjectForm = lazyForm(() => import('./project-form.tsx').then(file => file.ProjectForm))

/** The projects of a team, with spending and budget if the caller may see them. */
export function Projects({ team }: { team: Team }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useProjects(team.id)
  const form = useOpened<TeamProject>()
  const isAdmin = isTeamRole(team.role, 'admin')
  const mayGive = useMayGive(team)
  const make = isAdmin && <Button onClick={() => form.open()}>{t('teams.addProject')}</Button>
  return (
    <Panel title={t('teams.projects')} hint={t('teams.projectsHint')} aside={make}>
      {error && <ListError error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className={styles.quiet}>{t('teams.noProjects')}</p>}
      <ul className={styles.list}>
        {data?.map(project => (
          <Project key={project.id} {...{ team, project, isAdmin }} onChange={() => form.open(project)} />
        ))}
      </ul>
      {form.opened && (
        <ProjectForm
          key={form.opened.key}
          team={team}
          project={form.opened.row}
          mayGive={mayGive}
          onClose={form.close}
        />
      )}
    </Panel>
  )
}

interface ProjectProps {
  team: Team
  project: TeamProject
  isAdmin: boolean
  onChange: () => void
}

function Project({ team, project, isAdmin, onChange }: ProjectProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: change } = useChangeProject(team.id)
  const { id, name, is_archived } = project
  const archive = async () => {
    const words = { title: t('teams.archiveTitle', { name }), consequence: t('teams.archiveConsequence') }
    if (await confirm({ ...words, agree: t('teams.archive'), danger: true }))
      change({ project_id: id, is_archived: true })
  }
  return (
    <li>
      <span className={styles.name}>{name}</span>
      {is_archived && <Tag>{t('teams.archived')}</Tag>}
      {project.used_quota !== undefined && <Quota value={project.used_quota} />}
      <Budget of={project} />
      {isAdmin && !is_archived && (
        <>
          <Button size="small" onClick={onChange}>
            {t('teams.changeMember')}
          </Button>
          <Button size="small" danger onClick={archive}>
            {t('teams.archive')}
          </Button>
        </>
      )}
      {isAdmin && is_archived && (
        <Button size="small" onClick={() => change({ project_id: id, is_archived: false })}>
          {t('teams.restore')}
        </Button>
      )}
    </li>
  )
}
