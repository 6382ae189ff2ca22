import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Administrator, calls, type Right } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const useAdministrators = (): UseQueryResult<Administrator[]> =>
  useQuery({ queryKey: ['rights'], queryFn: () => send(calls.rights.list) })

/** Asks for a fresh confirmation. The form shows errors. */
export const useGiveRights = (id: number) =>
  useChange((rights: Right[] | null) => send(calls.rights.give, { params: { id }, body: { rights } }), {
    of: ['rights', 'users'],
    quiet: true,
  })
