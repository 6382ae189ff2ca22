import { ROLE } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { endSessionsOf } from '../../platform/sessions/store.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { ownsTeam } from '../teams/store.ts'
import { updateUser } from '../users/store.ts'

/** Cancels the caller's own account: marks it, and ends all its sessions and tokens on every node. */
export async function deleteAccount(app: PeopleContext, caller: Caller, typedName: string): Promise<void> {
  if (caller.role >= ROLE.root) throw consoleError('user_root_stays')
  if (typedName !== caller.username) throw consoleError('username_not_repeated', {}, 'username')
  await inTransaction(app.db, async db => {
    if (await ownsTeam(db, caller.id)) throw consoleError('team_owner_of_some')
    await updateUser(db, caller.id, { deleted_at: app.now(), access_token: null })
    await endSessionsOf(db, caller.id)
  })
  await app.changeEvents.emit('users', caller.id)
}
