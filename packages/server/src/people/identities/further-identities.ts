import type { FurtherIdentity } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { furtherProvider } from '../../platform/options/further-oidc.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { passkeysOf } from '../passkeys/store.ts'
import { findUser } from '../users/store.ts'
import { userBelow } from '../users/user-below.ts'
import { furtherIdentitiesOf, removeFurtherIdentity } from './store.ts'

/** A user's identities at further providers, including removed providers, which may come back. */
export async function furtherIdentities({ db, options }: PeopleContext, userId: number): Promise<FurtherIdentity[]> {
  const names = new Map(options.get('oidc.providers').map(({ slug, name }) => [slug, name]))
  const bound = await furtherIdentitiesOf(db, userId)
  return bound.map(({ provider, subject }) => ({ provider, name: names.get(provider) ?? provider, subject }))
}

/** Removes a further identity from a user of lower role, and ends the sessions that used it. */
export async function unbindFurtherIdentity(actor: Actor<PeopleContext>, id: number, provider: string): Promise<void> {
  const { app, caller } = actor
  await inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, id)
    if (!(await removeFurtherIdentity(db, id, provider))) throw consoleError('user_identity_unbound')
    await endSessionsOf(db, id)
    await recordAct(actor, 'identity_unbound', { id, name: user.username, identity: provider }, { db })
  })
  await app.changeEvents.emit('users', id)
}

/** Unbinds one of the caller's own identities, unless it is their last way to sign in. */
export async function unbindOwnIdentity(app: PeopleContext, caller: Caller, provider: string): Promise<void> {
  await inTransaction(app.db, async db => {
    // Two concurrent calls could otherwise unbind each other's last alternative.
    await lockName(db, `identities of ${caller.id}`)
    const user = await findUser(db, caller.id)
    if (!user) throw consoleError('session_missing')
    if (!(await removeFurtherIdentity(db, user.id, provider))) throw consoleError('user_identity_unbound')
    if (!(await hasWayIn({ ...app, db }, user))) throw consoleError('identity_last')
  })
}

async function hasWayIn({ db, options }: PeopleContext, user: UserRow): Promise<boolean> {
  const { password, github_id, oidc_id, wechat_id, telegram_id, linux_do_id } = user
  if ([password, github_id, oidc_id, wechat_id, telegram_id, linux_do_id].some(way => way !== '')) return true
  if ((await passkeysOf(db, user.id)).length > 0) return true
  const further = await furtherIdentitiesOf(db, user.id)
  return further.some(({ provider }) => furtherProvider(options, provider) !== undefined)
}
