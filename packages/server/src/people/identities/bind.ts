import { USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { checkEmail } from '../registration/check-email.ts'
import { takeCode } from '../registration/email-codes.ts'
import { findUser, isEmailTaken, lockEmail, updateUser } from '../users/store.ts'
import { lockIdentity } from './enter.ts'
import type { Identity } from './provider.ts'
import { giveIdentity, usersOfIdentity } from './store.ts'

/** Binds an identity to the signed-in user, unless another user has it. */
export async function bindIdentity(app: PeopleContext, caller: Caller, identity: Identity): Promise<UserRow> {
  const { provider, subject, formerSubject } = identity
  if (caller.status === USER_STATUS.banned) throw consoleError('sign_in_banned')
  const user = await inTransaction(app.db, async db => {
    await lockIdentity(db, identity)
    for (const known of [subject, formerSubject]) {
      const users = known === undefined ? [] : await usersOfIdentity(db, provider.place, known)
      if (users.some(({ id, deleted_at }) => id !== caller.id && deleted_at === null))
        throw consoleError('identity_taken', { provider: provider.name })
    }
    await giveIdentity(db, caller.id, provider.place, subject)
    return findUser(db, caller.id)
  })
  return changed(app, user)
}

/** Binds an e-mail address to the signed-in user, given the code that was sent there. */
export async function bindEmail(app: PeopleContext, caller: Caller, given: { email: string; code: string }) {
  const { email, code } = given
  checkEmail(email, app.options)
  if (code === '') throw consoleError('code_empty', {}, 'code')
  const user = await inTransaction(app.db, async db => {
    await lockEmail(db, email)
    if (!(await takeCode(db, { purpose: `bind:${caller.id}`, email, code }, app)))
      throw consoleError('code_wrong', {}, 'code')
    if (await isEmailTaken(db, email, caller.id)) throw consoleError('email_taken', {}, 'email')
    await updateUser(db, caller.id, { email })
    return findUser(db, caller.id)
  })
  return changed(app, user)
}

async function changed(app: PeopleContext, user: UserRow | undefined): Promise<UserRow> {
  if (!user) throw consoleError('session_missing')
  await app.changeEvents.emit('users', user.id)
  return user
}
