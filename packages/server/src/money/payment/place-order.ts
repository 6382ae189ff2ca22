import { type CheckedInputOf, calls, RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { MoneyContext } from '../context.ts'
import { inMoney, quote } from '../wallet/quote.ts'
import { insertOrder } from '../wallet/store.ts'
import { merchantOf, PROVIDER_TYPES } from './merchant.ts'
import { type Fields, signature } from './sign.ts'

/** How many orders a user may place: each creates a row, paid or not. */
const ORDERS: RateLimit = RATE_LIMITS.order
const RANDOM_LENGTH = 6

/**
 * Places an order and returns the signed form that takes the browser to the provider. Its quota and cost are fixed from
 * here on.
 *
 * @param ownAddress this site's public address; null: unknown
 */
export async function placeOrder(
  { db, options, rateLimiter, now }: MoneyContext,
  caller: Caller,
  { amount, payment_method }: CheckedInputOf<typeof calls.wallet.pay>['body'],
  ownAddress: string | null,
): Promise<{ fields: Fields; url: string }> {
  const merchant = merchantOf(options)
  const { quota, moneyCents } = quote(options, caller, amount)
  const callback = options.get('CustomCallbackAddress') || ownAddress
  if (!callback) throw consoleError('server_address_missing')
  const retryAfter = rateLimiter.take(`orders of user ${caller.id}`, ORDERS)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })

  const trade_no = `USR${caller.id}NO${randomText(RANDOM_LENGTH)}${now()}`
  const order = { user_id: caller.id, amount: quota, money_cents: moneyCents, trade_no, payment_method }
  await insertOrder(db, { ...order, create_time: now() })

  const fields = {
    pid: merchant.id,
    type: PROVIDER_TYPES[payment_method],
    out_trade_no: trade_no,
    notify_url: `${callback}${calls.payment.notify.path}`,
    return_url: `${ownAddress ?? callback}/log`,
    name: `TUC${amount}`,
    money: inMoney(moneyCents),
    device: 'pc',
  }
  return {
    fields: { ...fields, sign: signature(fields, merchant.key), sign_type: 'MD5' },
    url: merchant.submitUrl,
  }
}
