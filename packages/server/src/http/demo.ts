import { type Call, calls, ROLE } from '@tollgate/contract'
import type { Caller } from './serve.ts'

/**
 * Whether a demo site answers a call. It can be looked at and signed in to; only its super admin changes an option, to end
 * the demo. Reading is a GET that does nothing else.
 */
export function isOpenOnDemo({ method, path }: Pick<Call, 'method' | 'path'>, caller: Pick<Caller, 'role'> | null) {
  if (method !== 'GET')
    return OPEN_WRITES.has(path) || (path === calls.options.update.path && caller?.role === ROLE.root)
  if (caller && SIGN_INS.test(path)) return false
  return !ACTING_GETS.some(acting => acting.test(path))
}

const OPEN_WRITES = new Set<string>([calls.users.login.path, calls.users.logout.path, calls.setup.complete.path])

/** GETs that reach out, make something or send something, as the specification has them. */
const ACTING_GETS = [
  /^\/api\/channel\/(test|update_balance|fetch_models)(\/|$)/,
  /^\/api\/user\/token\/?$/,
  /^\/api\/(verification|reset_password)\/?$/,
  /^\/api\/oauth\/.*bind\/?$/,
]

/** Signing in by another site; for whom is signed in already, the same call binds that account. */
const SIGN_INS = /^\/api\/oauth\/(?!state)/
