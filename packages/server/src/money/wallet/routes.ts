import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { readPage } from '../../platform/storage/page.ts'
import { serve } from '../context.ts'
import { redeem } from '../redemptions/redeem.ts'
import { withErrorInData } from './error-in-data.ts'
import { inMoney, quote } from './quote.ts'
import { ordersOf } from './store.ts'
import { toOrder } from './to-order.ts'

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { app, caller }) => redeem(app, caller, body.key)),

  serve(calls.wallet.amount, ({ body }, { app, caller, language }) =>
    withErrorInData(
      language,
      () => new ExtendedReply(inMoney(quote(app.options, caller, body.amount).moneyCents), { message: 'success' }),
    ),
  ),

  serve(calls.wallet.orders, ({ query }, { app, caller }) => {
    const { rows, count } = ordersOf(app.db, caller.id)
    return readPage(rows, count, query, row => toOrder(row, app.now()))
  }),
]
