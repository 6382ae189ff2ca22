import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type Invitation } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const useInvitations = (): UseQueryResult<Invitation[]> =>
  useQuery({ queryKey: ['invitations'], queryFn: () => send(calls.invitations.list) })

/** Asks for a fresh confirmation. The form shows errors. */
export const useInvite = () =>
  useChange((body: InputOf<typeof calls.invitations.create>['body']) => send(calls.invitations.create, { body }), {
    of: 'invitations',
    quiet: true,
  })

export const useWithdraw = () =>
  useChange((id: number) => send(calls.invitations.withdraw, { params: { id } }), { of: 'invitations' })
