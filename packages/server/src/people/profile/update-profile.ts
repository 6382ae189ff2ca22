import type { CheckedInputOf, calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { currentSession, currentSessionKey } from '../../platform/sessions/current.ts'
import { endSessionsExcept } from '../../platform/sessions/store.ts'
import { databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { changeAccount } from '../users/change-account.ts'
import { checkNewPassword, checkUsername } from '../users/check-account.ts'
import { checkOwnPassword } from '../users/check-own-password.ts'
import { hashPassword } from '../users/password.ts'
import { findUser } from '../users/store.ts'

type Change = CheckedInputOf<typeof calls.profile.update>['body']
type Context = Pick<CallContext<typeof calls.profile.update, PeopleContext>, 'app' | 'caller' | 'request' | 'clientIp'>

/**
 * How long after a sign-in an account without a password may get its first one, so that somebody at an open browser
 * cannot set one.
 */
const FIRST_PASSWORD_SECONDS = 600

/** Changes the caller's own name or password, if given. A new password ends their other sessions. */
export async function updateProfile(
  context: Context,
  { username, display_name, ...passwords }: Change,
): Promise<UserRow> {
  const { app, caller } = context
  const name = username === undefined || username === caller.username ? undefined : checkUsername(username)
  const password = await newPassword(context, passwords)
  const changed = await inTransaction(app.db, async db => {
    await checkUnchanged(db, caller)
    await changeAccount(db, caller.id, {
      ...(name !== undefined && { username: name }),
      ...(display_name !== undefined && { display_name }),
      ...(password !== undefined && { password }),
    })
    if (password !== undefined) await endSessionsExcept(db, caller.id, currentSessionKey(context.request))
    return { ...caller, ...(await findUser(db, caller.id)) }
  })
  await app.changeEvents.emit('users', caller.id)
  return changed
}

/** Returns the hash of the new password, or undefined if none is given; throws if it cannot be set. */
async function newPassword(
  { app, caller, request, clientIp }: Context,
  { original_password: original, password }: Pick<Change, 'original_password' | 'password'>,
): Promise<string | undefined> {
  if (original === '' && password === '') return undefined
  if (caller.password === '') {
    const signedInAt = (await currentSession(app.db, request))?.created_at ?? 0
    if (signedInAt + FIRST_PASSWORD_SECONDS < app.now())
      throw consoleError('first_password_needs_sign_in', { minutes: FIRST_PASSWORD_SECONDS / 60 }, 'password')
  } else {
    if (original === '') throw consoleError('original_password_required', {}, 'original_password')
    checkNewPassword(password)
    await checkOwnPassword(app, caller, { password: original, ip: clientIp, field: 'original_password' })
    if (password === original) throw consoleError('password_unchanged', {}, 'password')
  }
  checkNewPassword(password)
  return hashPassword(password)
}

/** Locks the user: if two concurrent changes give the same old password, the second fails. */
async function checkUnchanged(db: PeopleContext['db'], caller: UserRow): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('password')
    .where('id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .$if(databaseKindOf(db) === 'postgres', query => query.forUpdate())
    .executeTakeFirst()
  if (!user) throw consoleError('user_not_found')
  if (user.password !== caller.password) throw consoleError('original_password_wrong', {}, 'original_password')
}
