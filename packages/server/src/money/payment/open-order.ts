import { type PaymentMethod, RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { MoneyContext } from '../context.ts'
import { hasOpenDispute, insertOrder } from '../wallet/store.ts'
import type { Opened } from './provider.ts'
import { readyProvider } from './providers.ts'

/** How many orders a user may place: each creates a row, paid or not. */
const ORDERS: RateLimit = RATE_LIMITS.order
const RANDOM_LENGTH = 6

/** What is ordered. Its quota and cost are fixed from here on. */
interface Ordered {
  method: PaymentMethod
  /** Its name at the provider. */
  title: string
  quota: number
  moneyCents: number
  /** How often it is paid; absent: once. */
  every?: 'month' | 'year'
  /** Absent: quota for the balance. */
  plan?: { plan_id: number; plan_terms: string }
}

/** Opens an order at its provider and records it. Returns where the browser goes to pay. */
export async function openOrder(
  app: MoneyContext,
  caller: Caller,
  ownAddress: string | null,
  { method, title, quota, moneyCents, every, plan }: Ordered,
): Promise<Opened> {
  const { db, options, rateLimiter, now } = app
  const provider = readyProvider(options, method)
  const { currency } = provider.terms(options)
  const callback = options.get('CustomCallbackAddress') || ownAddress
  if (!callback) throw consoleError('server_address_missing')
  if (await hasOpenDispute(db, caller.id)) throw consoleError('order_disputed')
  const retryAfter = rateLimiter.take(`orders of user ${caller.id}`, ORDERS)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })

  const trade_no = `USR${caller.id}NO${randomText(RANDOM_LENGTH)}${now()}`
  const opened = await provider.open(app, {
    tradeNo: trade_no,
    method,
    title,
    moneyCents,
    currency,
    ...(every && { every }),
    reportTo: callback,
    site: ownAddress ?? callback,
  })
  await insertOrder(db, {
    user_id: caller.id,
    amount: quota,
    money_cents: moneyCents,
    currency,
    trade_no,
    payment_method: method,
    provider_ref: opened.reference ?? '',
    create_time: now(),
    ...plan,
  })
  return opened
}
