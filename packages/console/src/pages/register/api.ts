import { useMutation } from '@tanstack/react-query'
import { calls, type InputOf } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

type Registration = InputOf<typeof calls.registration.register>['body']

/** The form shows errors at their fields. */
export const useRegister = () =>
  useMutation({
    mutationFn: ({ turnstile, ...body }: Registration & { turnstile: string }) =>
      send(calls.registration.register, { query: { turnstile }, body }),
    meta: { quiet: true },
  })

export const useSendCode = () =>
  useMutation({
    mutationFn: (query: { email: string; turnstile: string }) => send(calls.registration.sendCode, { query }),
  })
