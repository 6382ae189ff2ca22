import { type Access, type Call, ROLE, USER_ID_HEADER, USER_STATUS } from '@tollgate/contract'
import type { PlatformContext } from '../context.ts'
import { findCallerByAccessToken, findCallerBySession } from '../sessions/callers.ts'
import { consoleError } from './console-error.ts'
import { requireRight } from './rights.ts'
import type { Caller } from './serve.ts'

const REQUIRED_ROLE: Record<Access, number> = { public: 0, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

type Means = Pick<PlatformContext, 'db' | 'now' | 'secrets'>

type Asked = Pick<Call, 'access' | 'right' | 'memberRights'>

/** Authenticates and authorises a caller by session cookie or system access token, user id header, role and rights. */
export async function admit({ access, right }: Asked, request: Request, app: Means): Promise<Caller | null> {
  const caller = await identify(request, app)
  if (access === 'public') return caller
  if (!caller) throw consoleError(request.headers.has('authorization') ? 'access_token_invalid' : 'session_missing')
  if (caller.status === USER_STATUS.banned) throw consoleError('user_banned')
  const claimed = request.headers.get(USER_ID_HEADER)
  if (claimed === null) throw consoleError('user_header_missing')
  if (Number(claimed) !== caller.id) throw consoleError('user_header_mismatch')
  if (caller.role < REQUIRED_ROLE[access]) throw consoleError('role_too_low')
  if (right) requireRight(caller, right)
  return caller
}

/** Refuses members of a body that need a right the caller does not have. */
export function checkMembers({ memberRights = {} }: Asked, body: unknown, caller: Caller | null): void {
  if (!caller || typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    const right = Object.hasOwn(memberRights, name) ? memberRights[name] : undefined
    if (right && value !== undefined) requireRight(caller, right, name)
  }
}

async function identify(request: Request, app: Means): Promise<Caller | null> {
  const authorization = request.headers.get('authorization')
  if (authorization) return findCallerByAccessToken(app, authorization.replace(/^Bearer\s+/i, ''))
  return findCallerBySession(app, request)
}
