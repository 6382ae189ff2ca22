import { z } from 'zod'
import { call } from '../call.ts'
import { user } from '../entities/user.ts'
import { idParams } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** Six digits, or a recovery code; spaces and dashes are ignored. */
export const secondFactorCode = z.string().trim().min(1).max(64)

const recoveryCodes = z.array(z.string())

export const secondFactor = {
  state: call({
    method: 'GET',
    path: '/api/user/second_factor',
    access: 'user',
    summary: 'Whether the caller has a second factor, and how many recovery codes are left',
    beforeSecondFactor: true,
    reply: z.object({ enabled: z.boolean(), recovery_codes_left: z.number().int() }),
  }),
  begin: call({
    method: 'POST',
    path: '/api/user/second_factor',
    access: 'user',
    summary: 'Begin to set up one-time codes: the secret, and the address an authenticator app reads from a QR code',
    confirm: true,
    beforeSecondFactor: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  enable: call({
    method: 'POST',
    path: '/api/user/second_factor/enable',
    access: 'user',
    summary: 'Switch one-time codes on with the first of them. Answers the recovery codes, this once',
    rateLimit: RATE_LIMITS.secondFactor,
    confirm: true,
    beforeSecondFactor: true,
    body: z.object({ code: secondFactorCode }),
    reply: recoveryCodes,
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/api/user/second_factor/recovery_codes',
    access: 'user',
    summary: 'Make new recovery codes; those before are void',
    confirm: true,
    reply: recoveryCodes,
  }),
  disable: call({
    method: 'DELETE',
    path: '/api/user/second_factor',
    access: 'user',
    summary: 'Switch one-time codes off',
    confirm: true,
    reply: z.null(),
  }),
  removeOf: call({
    method: 'DELETE',
    path: '/api/user/{id}/second_factor',
    access: 'admin',
    right: 'users.edit',
    summary: 'Remove the lost second factor and the passkeys of a user of lower role; the act is logged',
    confirm: true,
    params: idParams,
    reply: z.null(),
  }),
  finishSignIn: call({
    method: 'POST',
    path: '/api/user/login/second_factor',
    access: 'public',
    summary: 'Finish a sign-in that answered `second_factor_needed`, with a one-time or recovery code',
    rateLimit: RATE_LIMITS.secondFactor,
    body: z.object({ code: secondFactorCode }),
    reply: user,
  }),
}
