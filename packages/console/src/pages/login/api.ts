import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { calls, type User } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { showPasskey } from '../../lib/passkeys.ts'
import { rememberUser } from '../../session/user.ts'

/** The page shows errors: one of them requires the second step. */
export const useSignIn = () =>
  useEnter(
    ({ turnstile, ...body }: { username: string; password: string; turnstile: string }) =>
      send(calls.users.login, { query: { turnstile }, body }),
    true,
  )

export const useFinishSignIn = () =>
  useEnter((code: string) => send(calls.secondFactor.finishSignIn, { body: { code } }), true)

export const useAgree = () => useEnter(() => send(calls.users.finishWithAgreement, { body: { agreed: true } }), true)

export const usePasskeySignIn = () =>
  useEnter(async () => {
    const credential = await showPasskey(await send(calls.passkeys.signInOptions))
    return send(calls.passkeys.signIn, { body: { credential } })
  }, true)

/** Signs in and drops what the previous user left in memory. */
function useEnter<Input = void>(
  enter: (input: Input) => Promise<User>,
  quiet = false,
): UseMutationResult<User, Error, Input> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: enter,
    meta: { quiet },
    onSuccess: user => {
      queries.removeQueries({ predicate: query => query.queryKey[0] !== 'status' })
      rememberUser(user)
    },
  })
}
