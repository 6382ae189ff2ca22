import { type Administrator, type Right, ROLE, withBroughtRights } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { type Actor, recordAct } from '../../records/logs/acts/record-act.ts'
import type { PeopleContext } from '../context.ts'
import { updateUser } from '../users/store.ts'
import { userBelow } from '../users/user-below.ts'
import { listAdministrators } from './store.ts'

/** Limits an administrator to these rights and those they include; null: no limit. Takes effect with the next call. */
export async function giveRights(
  actor: Actor<PeopleContext>,
  id: number,
  given: readonly Right[] | null,
): Promise<Administrator> {
  const { app, caller } = actor
  const rights = given && withBroughtRights(given)
  await inTransaction(app.db, async db => {
    const user = await userBelow(db, caller, id)
    if (user.role < ROLE.admin) throw consoleError('user_is_no_admin')
    const stored = rights?.join(',') ?? null
    await updateUser(db, id, { rights: stored, rights_by: caller.id, rights_at: app.now() })
    const values = { id, name: user.username }
    if (rights) await recordAct(actor, 'rights_limited', { ...values, rights: { rights } }, { db })
    else await recordAct(actor, 'rights_unlimited', values, { db })
  })
  await app.changeEvents.emit('users', id)
  const [administrator] = await listAdministrators(app.db, id)
  if (!administrator) throw consoleError('user_not_found')
  return administrator
}
