import { isTeamRole } from '@tollgate/contract'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { NO_SCOPE, type ScopeFilters, scopeOf } from '../lib/scope.ts'
import { useMembers, useProjects, useTeams } from '../lib/use-teams.ts'
import { masked } from './sensitive.tsx'

interface ScopeFilterProps {
  filters: ScopeFilters
  /** What can be shown without a team, and which of it is chosen. */
  own: readonly { value: string; label: string }[]
  chosen?: string
  onChange: (scope: ScopeFilters, own: string) => void
}

const OWN = 'own '

const STYLE = { flex: '1 1 128px', minWidth: 128, maxWidth: 200 } as const

/** Switches between one's own calls and those of each team, whose administrators choose a member; without teams it is hidden. */
export function ScopeFilter({ filters, own, chosen = '', onChange }: ScopeFilterProps) {
  const { t } = useTranslation()
  const { team_id, member_id, project_id } = scopeOf(filters)
  const { data: teams = [] } = useTeams()
  const team = teams.find(({ id }) => String(id) === team_id)
  const isAdmin = team !== undefined && isTeamRole(team.role, 'admin')
  const { data: members = [] } = useMembers(isAdmin ? team.id : 0)
  const { data: projects = [] } = useProjects(team?.id ?? 0)
  if (teams.length + own.length < 2) return null
  const choose = (value: string) =>
    value.startsWith(OWN) ? onChange(NO_SCOPE, value.slice(OWN.length)) : onChange({ ...NO_SCOPE, team_id: value }, '')
  return (
    <>
      <Select
        aria-label={t('components.scope.whose')}
        style={STYLE}
        value={team ? team_id : `${OWN}${chosen}`}
        onChange={choose}
        options={[
          ...own.map(({ value, label }) => ({ value: `${OWN}${value}`, label })),
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {isAdmin && (
        <Select
          aria-label={t('components.scope.member')}
          style={STYLE}
          value={member_id}
          onChange={id => onChange({ team_id, member_id: id, project_id }, '')}
          options={[
            { value: '', label: t('components.scope.allMembers') },
            ...members.map(({ user_id, username }) => ({ value: String(user_id), label: masked(username) })),
          ]}
        />
      )}
      {projects.length > 0 && (
        <Select
          aria-label={t('components.scope.project')}
          style={STYLE}
          value={project_id}
          onChange={id => onChange({ team_id, member_id, project_id: id }, '')}
          options={[
            { value: '', label: t('components.scope.allProjects') },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </>
  )
}
