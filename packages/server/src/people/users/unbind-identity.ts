import type { Identity, LogValue } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { updateUser } from './store.ts'
import { userBelow } from './user-below.ts'

const TOLD = {
  email: { word: 'email' },
  github_id: 'GitHub',
  oidc_id: 'OIDC',
  wechat_id: 'WeChat',
  telegram_id: 'Telegram',
  linux_do_id: 'LinuxDO',
} as const satisfies Record<Identity, LogValue>

/** Removes a sign-in identity from a user of lower role, and ends the sessions that used it. */
export async function unbindIdentity(actor: Actor<PeopleContext>, id: number, identity: Identity): Promise<void> {
  const { app, caller } = actor
  await inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, id)
    if (user[identity] === '') throw consoleError('user_identity_unbound')
    await updateUser(db, id, { [identity]: '' })
    await endSessionsOf(db, id)
    await recordAct(actor, 'identity_unbound', { id, name: user.username, identity: TOLD[identity] }, { db })
  })
  await app.changeEvents.emit('users', id)
}
