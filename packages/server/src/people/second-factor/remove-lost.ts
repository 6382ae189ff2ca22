import { LOG_TYPE } from '@tollgate/contract'
import type { Caller } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { PeopleContext } from '../context.ts'
import { deletePasskeysOf } from '../passkeys/store.ts'
import { userBelow } from '../users/user-below.ts'
import { deleteSecondFactor } from './store.ts'

/**
 * Removes the lost factors of a user of lower role: the second factor with its recovery codes, and the passkeys. Logs
 * it.
 */
export async function removeLost(app: PeopleContext, caller: Caller, userId: number): Promise<void> {
  await inTransaction(app.db, async db => {
    const { id, username } = await userBelow(db, caller, userId)
    await deleteSecondFactor(db, id)
    await deletePasskeysOf(db, id)
    await insertLog(db, {
      type: LOG_TYPE.manage,
      created_at: app.now(),
      user_id: caller.id,
      username: caller.username,
      ...messageColumns('second_factor_removed', { actor: caller.username, id, name: username }),
    })
  })
  await app.changeEvents.emit('users', userId)
}
