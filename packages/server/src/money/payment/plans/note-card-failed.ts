import { LOG_TYPE } from '@tollgate/contract'
import { inTransaction } from '../../../platform/storage/db.ts'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import type { PaymentContext } from '../provider.ts'

/** Notes that a card could not be charged, once until it can: the plan stops with its term until then. */
export async function noteCardFailed({ db, changeEvents, now }: PaymentContext, cardRef: string): Promise<void> {
  const row = await inTransaction(db, async db => {
    const row = await db
      .updateTable('subscriptions')
      .set({ card_failed: 1 })
      .where('card_ref', '=', cardRef)
      .where('card_failed', '=', 0)
      .where('status', '!=', 'ended')
      .returning(['user_id', 'name'])
      .executeTakeFirst()
    if (!row) return undefined
    const { username } = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', row.user_id)
      .executeTakeFirstOrThrow()
    await insertLog(db, {
      ...{ type: LOG_TYPE.system, created_at: now(), user_id: row.user_id, username },
      ...messageColumns('plan_card_failed', { plan: row.name }),
    })
    return row
  })
  if (row) await changeEvents.emit('users', row.user_id)
}
