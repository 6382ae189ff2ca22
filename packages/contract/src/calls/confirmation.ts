import { z } from 'zod'
import { call } from '../call.ts'
import { PASSWORD_LENGTH_LIMIT } from '../constants.ts'
import { assertion, browserOptions } from './passkeys.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { secondFactorCode } from './second-factor.ts'

/** Ways to prove that the signed-in person is still using the session. */
const CONFIRMATION_MEANS = ['password', 'code', 'passkey'] as const
export type ConfirmationMeans = (typeof CONFIRMATION_MEANS)[number]

export const confirmation = {
  means: call({
    method: 'GET',
    path: '/api/user/confirmation',
    access: 'user',
    summary: 'The ways the caller can confirm; without any, a new sign-in is the way',
    beforeSecondFactor: true,
    reply: z.array(z.enum(CONFIRMATION_MEANS)),
  }),
  confirm: call({
    method: 'POST',
    path: '/api/user/confirmation',
    access: 'user',
    summary: 'Confirm with the password, or with a one-time or recovery code; lasts ten minutes',
    rateLimit: RATE_LIMITS.confirmation,
    beforeSecondFactor: true,
    body: z.union([
      z.object({ password: z.string().min(1).max(PASSWORD_LENGTH_LIMIT) }),
      z.object({ code: secondFactorCode }),
    ]),
    reply: z.null(),
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/api/user/confirmation/passkey/options',
    access: 'user',
    summary: 'What the browser is asked to confirm with a passkey',
    beforeSecondFactor: true,
    reply: browserOptions,
  }),
  confirmByPasskey: call({
    method: 'POST',
    path: '/api/user/confirmation/passkey',
    access: 'user',
    summary: 'Confirm with a passkey of the caller',
    beforeSecondFactor: true,
    body: z.object({ credential: assertion }),
    reply: z.null(),
  }),
}
