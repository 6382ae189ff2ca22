import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

/** The names of the groups that have a ratio. */
export const useGroupNames = (): string[] =>
  useQuery({ queryKey: ['groups'], queryFn: () => send(calls.status.groups) }).data ?? []
