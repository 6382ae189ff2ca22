import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

/** The user's groups with their price ratios. */
export const useGroups = () => useQuery({ queryKey: ['usable-groups'], queryFn: () => send(calls.users.groups) }).data

/** The models of a group; without one, of the user's own. undefined: not known yet. */
export const useModelsOf = (group: string): string[] | undefined =>
  useQuery({
    queryKey: ['usable-models', 'of', group],
    queryFn: () => send(calls.users.models, { query: { group } }),
    enabled: group !== '',
  }).data
