import { type Access, ROLE, USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import type { PlatformContext } from '../context.ts'
import { findCallerByAccessToken, findCallerBySession } from '../sessions/callers.ts'
import { consoleError } from './console-error.ts'
import type { Caller } from './serve.ts'

const REQUIRED_ROLE: Record<Access, number> = { public: 0, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

type Means = Pick<PlatformContext, 'db' | 'now' | 'secrets'>

/** Authenticates and authorises a caller by session cookie or system access token, user id header and role. */
export async function admit(access: Access, request: Request, app: Means): Promise<Caller | null> {
  const caller = await identify(request, app)
  if (access === 'public') return caller
  if (!caller) throw consoleError(request.headers.has('authorization') ? 'access_token_invalid' : 'session_missing')
  if (caller.status === USER_STATUS.banned) throw consoleError('user_banned')
  const claimed = request.headers.get(USER_ID_HEADER)
  if (claimed === null) throw consoleError('user_header_missing')
  if (Number(claimed) !== caller.id) throw consoleError('user_header_mismatch')
  if (caller.role < REQUIRED_ROLE[access]) throw consoleError('role_too_low')
  return caller
}

async function identify(request: Request, app: Means): Promise<Caller | null> {
  const authorization = request.headers.get('authorization')
  if (authorization) return findCallerByAccessToken(app, authorization.replace(/^Bearer\s+/i, ''))
  return findCallerBySession(app, request)
}
