import { LOG_TYPE } from '@tollgate/contract'
import type { AppContext } from '../app-context.ts'
import type { Caller } from '../http/serve.ts'
import { messageColumns } from '../logs/message.ts'
import { insertLog } from '../logs/store.ts'
import { deletePasskeysOf } from '../passkeys/store.ts'
import { inTransaction } from '../storage/db.ts'
import { userBelow } from '../users/user-below.ts'
import { deleteSecondFactor } from './store.ts'

/** Removes what a user of lower role has lost: the second factor with its recovery codes, and the passkeys. It is logged. */
export async function removeLost(app: AppContext, caller: Caller, userId: number): Promise<void> {
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
