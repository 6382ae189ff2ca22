import { addressId } from './address-id.ts'

/**
 * The filters that say whose calls a page shows. Without a team: one's own; with one: the team's, or those of one member or project
 * of it.
 */
export const SCOPE_FILTERS = ['team_id', 'member_id', 'project_id'] as const
export type ScopeFilters = Record<(typeof SCOPE_FILTERS)[number], string>

/** Leaves out invalid ids. */
export function scopeOf(filters: ScopeFilters): ScopeFilters {
  const [team_id = '', member_id = '', project_id = ''] = SCOPE_FILTERS.map(name =>
    String(addressId(filters[name]) ?? ''),
  )
  return team_id === '' ? NO_SCOPE : { team_id, member_id, project_id }
}

export const NO_SCOPE: ScopeFilters = { team_id: '', member_id: '', project_id: '' }
