import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { rememberUser } from '../../session/user.ts'

/** Signs in and drops what the user before has left in memory. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { username: string; password: string }) => send(calls.users.login, { body }),
    onSuccess: user => {
      queries.removeQueries({ predicate: query => query.queryKey[0] !== 'status' })
      rememberUser(user)
    },
  })
}
