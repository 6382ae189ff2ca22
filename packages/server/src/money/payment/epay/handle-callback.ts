import { LOG_TYPE } from '@tollgate/contract'
import { messageColumns } from '../../../records/logs/message.ts'
import { insertLog } from '../../../records/logs/store.ts'
import type { MoneyContext } from '../../context.ts'
import { inMoney, readMoney } from '../../wallet/quote.ts'
import { findOrder, isPaid, type NamedOrder } from '../../wallet/store.ts'
import { isCredited } from '../credit-order.ts'
import { PROVIDER_TYPES } from './merchant.ts'
import { type Fields, isSigned } from './sign.ts'

const PAID = 'TRADE_SUCCESS'

/**
 * Handles a payment callback. Accepts it only if the provider signed it for our merchant and it reports an order paid as
 * ordered: same method, same amount. Then credits the quota once, before the reply, however late, while the order is kept. A
 * repetition returns `success` again, on any node. Anything else returns `fail`; the server's log says why, and so does the
 * system log if a user may have paid.
 */
export async function handleCallback(app: MoneyContext, fields: Fields): Promise<'success' | 'fail'> {
  try {
    const verdict = await check(app, fields)
    if ('order' in verdict && (await isCredited(app, verdict.order))) return 'success'
    const reason = 'order' in verdict ? 'the order was removed' : verdict.reason
    app.log.warn({ reason, order: fields.out_trade_no }, 'a payment callback was refused')
  } catch (error) {
    app.log.error({ err: error, order: fields.out_trade_no }, 'a payment callback could not be handled')
  }
  return 'fail'
}

async function check(app: MoneyContext, fields: Fields): Promise<{ order: NamedOrder } | { reason: string }> {
  const { db, options } = app
  if (!isSigned(fields, options.get('EpayKey'))) return { reason: 'its signature is wrong' }
  if (fields.pid === '' || fields.pid !== options.get('EpayId')) return { reason: 'it is for another merchant' }
  if (fields.trade_status !== PAID) return { reason: 'it does not say that the order is paid' }
  const order = await findOrder(db, fields.out_trade_no ?? '')
  if (!order) return { reason: 'there is no such order' }
  const difference = differenceFrom(order, fields)
  if (!difference) return { order }
  if (isPaid(order)) return { reason: 'the order is finished' }
  await insertLog(db, {
    type: LOG_TYPE.system,
    created_at: app.now(),
    user_id: order.user_id,
    username: order.username,
    ...difference.message,
  })
  return { reason: difference.reason }
}

interface Difference {
  /** For the server's log. */
  reason: string
  /** For the system log. */
  message: ReturnType<typeof messageColumns>
}

function differenceFrom(
  { trade_no: order, payment_method, money_cents }: NamedOrder,
  { type = '', money = '' }: Fields,
): Difference | null {
  // Orders of other providers have no type, so no callback matches them.
  const method = PROVIDER_TYPES.get(payment_method) ?? payment_method
  if (type !== method) {
    return {
      reason: `it was paid by ${type}, not by ${method}`,
      message: messageColumns('payment_by_other_method', { order, paid: type, expected: method }),
    }
  }
  if (readMoney(money) === money_cents) return null
  const expected = inMoney(money_cents)
  return {
    reason: `${money || 'nothing'} was paid, not ${expected}`,
    message: money
      ? messageColumns('payment_of_other_amount', { order, paid: money, expected })
      : messageColumns('payment_of_nothing', { order, expected }),
  }
}
