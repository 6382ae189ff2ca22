import { z } from 'zod'
import { call } from '../call.ts'
import { PASSWORD_LENGTH_LIMIT } from '../constants.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** The proof of the CAPTCHA widget, if the operator requires one. */
export const turnstileQuery = z.object({ turnstile: z.string().max(2048).default('') })

const mailAddress = z.string().trim().max(254)

export const registration = {
  register: call({
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    summary: 'Make an own account with a name and a password',
    rateLimit: RATE_LIMITS.code,
    query: turnstileQuery,
    body: z.object({
      username: z.string().max(64),
      password: z.string().max(PASSWORD_LENGTH_LIMIT),
      /** The repeated password; checked if it is sent. */
      password2: z.string().max(PASSWORD_LENGTH_LIMIT).optional(),
      email: mailAddress.default(''),
      verification_code: z.string().trim().max(64).default(''),
      aff_code: z.string().trim().max(64).default(''),
      /** Whether the newcomer agrees to the user agreement and the privacy policy, if the site has them. */
      agreed: z.boolean().default(false),
    }),
    reply: z.null(),
  }),
  sendCode: call({
    method: 'GET',
    path: '/api/verification',
    access: 'public',
    summary: 'Send a code to an e-mail address: to register with, or for a signed-in user to bind it',
    rateLimit: RATE_LIMITS.mail,
    query: turnstileQuery.extend({ email: mailAddress.default('') }),
    reply: z.null(),
  }),
  requestReset: call({
    method: 'GET',
    path: '/api/reset_password',
    access: 'public',
    summary: 'Send a link to reset a password. The answer is the same whether there is such an account or not',
    rateLimit: RATE_LIMITS.mail,
    query: turnstileQuery.extend({ email: mailAddress.default('') }),
    reply: z.null(),
  }),
  reset: call({
    method: 'POST',
    path: '/api/user/reset',
    access: 'public',
    summary: 'Reset a password with what the link carries. Answers the new password; the link works once',
    rateLimit: RATE_LIMITS.code,
    body: z.object({ email: mailAddress, token: z.string().max(128) }),
    reply: z.string(),
  }),
}
