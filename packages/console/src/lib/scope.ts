/** Whose calls a page shows, as filters in its address: a team's, of all or of one member or project. All empty: one's own. */
export const SCOPE_FILTERS = ['team_id', 'member_id', 'project_id'] as const
export type ScopeFilters = Record<(typeof SCOPE_FILTERS)[number], string>

/** The address bar may contain anything: an invalid id is left out. */
export function scopeOf(filters: ScopeFilters): ScopeFilters {
  const [team_id = '', member_id = '', project_id = ''] = SCOPE_FILTERS.map(name =>
    /^\d{1,15}$/.test(filters[name]) && Number(filters[name]) > 0 ? filters[name] : '',
  )
  return team_id === '' ? NO_SCOPE : { team_id, member_id, project_id }
}

export const NO_SCOPE: ScopeFilters = { team_id: '', member_id: '', project_id: '' }
