import { LOG_TYPE } from '@tollgate/contract'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { MoneyContext } from '../context.ts'
import { credit } from '../ledger/index.ts'
import { inMoney } from '../wallet/quote.ts'
import { completeOrder, findOrder, isPaid, type NamedOrder } from '../wallet/store.ts'
import { currencyName } from './currency-name.ts'
import type { PaymentContext } from './provider.ts'

/** Returns whether the order is credited, now or by another report; false if it no longer exists. */
export async function isCredited(app: PaymentContext, order: NamedOrder): Promise<boolean> {
  if (isPaid(order) || (await inTransaction(app.db, db => creditOrder(db, app, order)))) return true
  const current = await findOrder(app.db, order.trade_no)
  return current !== undefined && isPaid(current)
}

/** Credits an order once. Returns false if another report was faster, on any node. */
export async function creditOrder(
  db: Db,
  { options, now }: Pick<MoneyContext, 'options' | 'now'>,
  order: NamedOrder,
  byHand: { completed_by?: string; note?: string } = {},
): Promise<boolean> {
  if (!(await completeOrder(db, order.id, now(), byHand))) return false
  const { user_id, username, amount, trade_no, money_cents, currency } = order
  await credit(db, { userId: user_id, amount, reference: `topup:${trade_no}`, now: now() })
  await insertLog(db, {
    type: LOG_TYPE.topUp,
    created_at: now(),
    user_id,
    username,
    quota: amount,
    ...messageColumns(
      'topped_up',
      { quota: { quota: amount }, money: `${inMoney(money_cents)}${currencyName(currency)}`, order: trade_no },
      quotaWriter(options),
    ),
  })
  return true
}
