import { type CheckedInputOf, type calls, RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { MoneyContext } from '../context.ts'
import { quote } from '../wallet/quote.ts'
import { hasOpenDispute, insertOrder } from '../wallet/store.ts'
import type { Opened } from './provider.ts'
import { readyProvider } from './providers.ts'

/** How many orders a user may place. Limited, because each creates a row, paid or not. */
const ORDERS: RateLimit = RATE_LIMITS.order
const RANDOM_LENGTH = 6

/**
 * Places an order, with fixed quota and cost, and returns where the browser goes to pay it.
 *
 * @param ownAddress this site's public address; null: unknown
 */
export async function placeOrder(
  app: MoneyContext,
  caller: Caller,
  { amount, payment_method }: CheckedInputOf<typeof calls.wallet.pay>['body'],
  ownAddress: string | null,
): Promise<Opened> {
  const { db, options, rateLimiter, now } = app
  const provider = readyProvider(options, payment_method)
  const terms = provider.terms(options)
  const { quota, moneyCents } = quote(options, caller, amount, terms)
  const callback = options.get('CustomCallbackAddress') || ownAddress
  if (!callback) throw consoleError('server_address_missing')
  if (await hasOpenDispute(db, caller.id)) throw consoleError('order_disputed')
  const retryAfter = rateLimiter.take(`orders of user ${caller.id}`, ORDERS)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })

  const trade_no = `USR${caller.id}NO${randomText(RANDOM_LENGTH)}${now()}`
  const opened = await provider.open(app, {
    tradeNo: trade_no,
    method: payment_method,
    amount,
    moneyCents,
    currency: terms.currency,
    reportTo: callback,
    site: ownAddress ?? callback,
  })
  await insertOrder(db, {
    user_id: caller.id,
    amount: quota,
    money_cents: moneyCents,
    currency: terms.currency,
    trade_no,
    payment_method,
    provider_ref: opened.reference ?? '',
    create_time: now(),
  })
  return opened
}
