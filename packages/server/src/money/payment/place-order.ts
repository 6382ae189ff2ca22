import type { CheckedInputOf, calls } from '@tollgate/contract'
import type { Caller } from '../../platform/http/serve.ts'
import type { MoneyContext } from '../context.ts'
import { quote } from '../wallet/quote.ts'
import { openOrder } from './open-order.ts'
import type { Opened } from './provider.ts'
import { readyProvider } from './providers.ts'

/**
 * Places an order for quota and returns where the browser goes to pay it.
 *
 * @param ownAddress this site's public address; null: unknown
 */
export function placeOrder(
  app: MoneyContext,
  caller: Caller,
  { amount, payment_method }: CheckedInputOf<typeof calls.wallet.pay>['body'],
  ownAddress: string | null,
): Promise<Opened> {
  const terms = readyProvider(app.options, payment_method).terms(app.options)
  const { quota, moneyCents } = quote(app.options, caller, amount, terms)
  const ordered = { method: payment_method, title: `TUC${amount}`, quota, moneyCents }
  return openOrder(app, caller, ownAddress, ordered)
}
