import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { redeem } from '../redemptions/redeem.ts'
import { readPage } from '../storage/page.ts'
import { inMoney, quote } from './quote.ts'
import { refusingInData } from './refusing-in-data.ts'
import { ordersOf } from './store.ts'
import { toOrder } from './to-order.ts'

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { app, caller }) => redeem(app, caller, body.key)),

  serve(calls.wallet.amount, ({ body }, { app, caller, language }) =>
    refusingInData(
      language,
      () => new Answer(inMoney(quote(app.options, caller, body.amount).moneyCents), { message: 'success' }),
    ),
  ),

  serve(calls.wallet.orders, ({ query }, { app, caller }) => {
    const { rows, count } = ordersOf(app.db, caller.id)
    return readPage(rows, count, query, row => toOrder(row, app.now()))
  }),
]
