import { type Call, calls, ROLE } from '@tollgate/contract'
import type { Caller } from './serve.ts'

/**
 * Returns whether a demo site allows a call. Visitors may read and sign in; only the super admin may change an option, to
 * end the demo. Reading is a GET without side effects.
 */
export function isOpenOnDemo({ method, path }: Pick<Call, 'method' | 'path'>, caller: Pick<Caller, 'role'> | null) {
  if (method !== 'GET')
    return OPEN_WRITES.has(path) || (path === calls.options.update.path && caller?.role === ROLE.root)
  if (caller && SIGN_INS.test(path)) return false
  return !GETS_WITH_EFFECTS.some(acting => acting.test(path))
}

const OPEN_WRITES = new Set<string>([
  calls.users.login.path,
  calls.secondFactor.finishSignIn.path,
  calls.users.finishWithAgreement.path,
  calls.passkeys.signInOptions.path,
  calls.passkeys.signIn.path,
  calls.users.logout.path,
  calls.setup.complete.path,
])

/** GETs of the specification that have side effects. */
const GETS_WITH_EFFECTS = [
  /^\/api\/channel\/(test|update_balance|fetch_models)(\/|$)/,
  /^\/api\/user\/token\/?$/,
  /^\/api\/(verification|reset_password)\/?$/,
  /^\/api\/oauth\/.*bind\/?$/,
]

/** Sign-in by another site. For a signed-in user the same call binds that account. */
const SIGN_INS = /^\/api\/oauth\/(?!state)/
