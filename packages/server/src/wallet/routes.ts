import { calls, errorMessage, type Language } from '@tollgate/contract'
import { Fault } from '../http/fault.ts'
import { Answer, serve } from '../http/serve.ts'
import { placeOrder } from '../payment/place-order.ts'
import { redeem } from '../redemptions/redeem.ts'
import { readPage } from '../storage/page.ts'
import { inMoney, quote } from './quote.ts'
import { ordersOf } from './store.ts'
import { toOrder } from './to-order.ts'

const SUCCESS = { message: 'success' } as const

export const walletEndpoints = [
  serve(calls.wallet.redeem, ({ body }, { world, caller }) => redeem(world, caller, body.key)),

  serve(calls.wallet.amount, ({ body }, { world, caller, language }) =>
    refusingInData(language, () => new Answer(inMoney(quote(world.options, caller, body.amount).moneyCents), SUCCESS)),
  ),

  serve(calls.wallet.pay, ({ body }, { world, caller, language, request }) =>
    refusingInData(language, async () => {
      const { fields, url } = await placeOrder(world, caller, body, new URL(request.url).origin)
      return new Answer(fields, { ...SUCCESS, url })
    }),
  ),

  serve(calls.wallet.orders, ({ query }, { world, caller }) => {
    const { rows, count } = ordersOf(world.db, caller.id)
    return readPage(rows, count, query, row => toOrder(row, world.now()))
  }),
]

/** The specification's console looks for a refusal's sentence in `data`, where the success has its own. */
async function refusingInData<Result>(language: Language, act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Fault) error.data = errorMessage(error.code, language, error.parameters)
    throw error
  }
}
