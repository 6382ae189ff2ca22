import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type ReplyOf } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { useChange } from '../../lib/use-change.ts'
import { rememberUser } from '../../session/user.ts'

export const useSecondFactor = (): UseQueryResult<ReplyOf<typeof calls.secondFactor.state>> =>
  useQuery({ queryKey: ['second-factor'], queryFn: () => send(calls.secondFactor.state) })

export const useBeginSecondFactor = () => useChange(() => send(calls.secondFactor.begin), { of: 'second-factor' })

/** Resolves to the recovery codes, which are only shown once. The dialog shows errors. */
export const useEnableSecondFactor = () =>
  useChange(
    async (code: string) => {
      const recoveryCodes = await send(calls.secondFactor.enable, { body: { code } })
      rememberUser(await send(calls.users.self))
      return recoveryCodes
    },
    { of: 'second-factor', quiet: true },
  )

export const useRenewRecoveryCodes = () =>
  useChange(() => send(calls.secondFactor.renewRecoveryCodes), { of: 'second-factor' })

export const useDisableSecondFactor = () =>
  useChange(
    async () => {
      await send(calls.secondFactor.disable)
      rememberUser(await send(calls.users.self))
    },
    { of: 'second-factor' },
  )

export const usePasskeys = (): UseQueryResult<ReplyOf<typeof calls.passkeys.list>> =>
  useQuery({ queryKey: ['passkeys'], queryFn: () => send(calls.passkeys.list) })

export const useAddPasskey = () =>
  useChange(
    async (name: string) => {
      const credential = await makePasskey(await send(calls.passkeys.registrationOptions))
      return send(calls.passkeys.register, { body: { name, credential } })
    },
    { of: 'passkeys' },
  )

export const useRenamePasskey = () =>
  useChange(
    ({ id, name }: { id: number; name: string }) => send(calls.passkeys.rename, { params: { id }, body: { name } }),
    { of: 'passkeys' },
  )

export const useRemovePasskey = () =>
  useChange((id: number) => send(calls.passkeys.remove, { params: { id } }), { of: 'passkeys' })
