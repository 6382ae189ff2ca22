import { z } from 'zod'
import { call } from '../call.ts'
import { PASSWORD_LENGTH_LIMIT } from '../constants.ts'
import { ownSession } from '../entities/session.ts'
import { user } from '../entities/user.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const password = z.string().max(PASSWORD_LENGTH_LIMIT)

/** The caller's own username, repeated in the body or the query. */
const typedName = z.object({ username: z.string().max(254).optional() })

export const profile = {
  update: call({
    method: 'PUT',
    path: '/api/user/self',
    access: 'user',
    summary: 'Change the caller’s own name or password. A new password ends the other sessions. Answers the caller',
    rateLimit: RATE_LIMITS.ownPassword,
    body: z.object({
      username: z.string().max(64).optional(),
      display_name: z.string().trim().max(64).optional(),
      /** Required for a new password; empty if the account has none yet. */
      original_password: password.default(''),
      /** Absent or empty: unchanged. */
      password: password.default(''),
    }),
    reply: user,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/user/self',
    access: 'user',
    summary: 'Delete the caller’s own account; its row stays, marked. Their username is sent as a confirmation',
    confirm: true,
    query: typedName,
    body: typedName,
    reply: z.null(),
  }),
  makeAccessToken: call({
    method: 'GET',
    path: '/api/user/token',
    access: 'user',
    summary: 'Make a system access token for console calls by scripts. It is shown this once; the one before ends',
    confirm: true,
    reply: z.string(),
  }),
  sessions: call({
    method: 'GET',
    path: '/api/user/self/sessions',
    access: 'user',
    summary: 'Where the caller is signed in, last used first',
    reply: z.array(ownSession),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/user/self/sessions/{id}',
    access: 'user',
    summary: 'Sign the caller out in one place',
    params: z.object({ id: z.string().max(64) }),
    reply: z.null(),
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/api/user/self/sessions',
    access: 'user',
    summary: 'Sign the caller out everywhere else. Answers how many sessions ended',
    reply: z.number().int(),
  }),
}
