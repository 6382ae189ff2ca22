import { useMutation } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../lib/call.ts'

export const useRequestReset = () =>
  useMutation({
    mutationFn: (query: { email: string; turnstile: string }) => send(calls.registration.requestReset, { query }),
  })

export const useReset = () =>
  useMutation({
    mutationFn: (body: { email: string; token: string }) => send(calls.registration.reset, { body }),
    meta: { quiet: true },
  })
