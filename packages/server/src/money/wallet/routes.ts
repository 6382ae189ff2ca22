import { calls, ORDER_LIFETIME_SECONDS, type Order } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { readPage } from '../../platform/storage/page.ts'
import { serve } from '../context.ts'
import { redeem } from '../redemptions/redeem.ts'
import { withErrorInData } from './error-in-data.ts'
import { inMoney, quote } from './quote.ts'
import { isPaid, type OrderRow, ordersOf } from './store.ts'

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { app, caller }) => redeem(app, caller, body.key)),

  serve(calls.wallet.amount, ({ body }, { app, caller, language }) =>
    withErrorInData(
      language,
      () => new ExtendedReply(inMoney(quote(app.options, caller, body.amount).moneyCents), { message: 'success' }),
    ),
  ),

  serve(calls.wallet.orders, ({ query }, { app, caller }) => {
    const { rows, count } = ordersOf(app.db, caller.id, query.sort)
    return readPage(rows, count, query, row => toOrder(row, app.now()))
  }),
]

/** Returns an order as its owner sees it. */
function toOrder({ user_id, amount, payment_method, ...order }: OrderRow, now: number): Order {
  const isExpired = now - order.create_time >= ORDER_LIFETIME_SECONDS
  return {
    ...order,
    quota: amount,
    payment_method: payment_method === 'wx' ? 'wx' : 'zfb',
    status: isPaid(order) ? 'success' : isExpired ? 'expired' : 'pending',
  }
}
