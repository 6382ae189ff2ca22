import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { redeem } from '../redemptions/redeem.ts'
import { readPage } from '../storage/page.ts'
import { inMoney, quote } from './quote.ts'
import { refusingInData } from './refusing-in-data.ts'
import { ordersOf } from './store.ts'
import { toOrder } from './to-order.ts'

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { world, caller }) => redeem(world, caller, body.key)),

  serve(calls.wallet.amount, ({ body }, { world, caller, language }) =>
    refusingInData(
      language,
      () => new Answer(inMoney(quote(world.options, caller, body.amount).moneyCents), { message: 'success' }),
    ),
  ),

  serve(calls.wallet.orders, ({ query }, { world, caller }) => {
    const { rows, count } = ordersOf(world.db, caller.id)
    return readPage(rows, count, query, row => toOrder(row, world.now()))
  }),
]
