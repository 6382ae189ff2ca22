import { type ConsoleLanguage, calls, RATE_LIMITS } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { inMoney, quote } from '../wallet/quote.ts'
import { findOrder } from '../wallet/store.ts'
import { toOrder } from '../wallet/to-order.ts'
import { handleCallback } from './epay/handle-callback.ts'
import { orderEndpoints } from './order-routes.ts'
import { ownAddress } from './own-address.ts'
import { placeOrder } from './place-order.ts'
import { planPaymentEndpoints } from './plans/routes.ts'
import { readyMethods, readyProvider } from './providers.ts'
import { settleOrder } from './settle-order.ts'
import { handleEvent } from './stripe/handle-event.ts'

const fieldsOf = (parameters: URLSearchParams) => Object.fromEntries(parameters)

export const paymentEndpoints = [
  ...orderEndpoints,
  ...planPaymentEndpoints,

  serve(calls.wallet.amount, ({ body: { amount, payment_method } }, { app, caller, language }) =>
    withErrorInData(language, () => {
      // Before any provider is set up, the specification's console shows the Epay gateway's prices.
      const isShown = readyMethods(app.options).includes(payment_method)
      const terms = isShown ? readyProvider(app.options, payment_method).terms(app.options) : undefined
      return new ExtendedReply(inMoney(quote(app.options, caller, amount, terms).moneyCents), { message: 'success' })
    }),
  ),

  serve(calls.wallet.pay, ({ body }, { app, caller, language, request }) =>
    withErrorInData(language, async () => {
      const { fields, url } = await placeOrder(app, caller, body, ownAddress(app.options, request, caller))
      return new ExtendedReply(fields, { message: 'success', url })
    }),
  ),

  serve(calls.wallet.settle, async ({ body: { trade_no } }, { app, caller }) => {
    const order = await findOrder(app.db, trade_no)
    if (order?.user_id !== caller.id) throw consoleError('order_not_found')
    const retryAfter = app.rateLimiter.take(`orders asked about by user ${caller.id}`, RATE_LIMITS.order)
    if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
    return toOrder(await settleOrder(app, order), app.now())
  }),

  serve(calls.payment.notify, async (_, { app, request }) =>
    plain(await handleCallback(app, fieldsOf(new URL(request.url).searchParams))),
  ),

  serve(calls.payment.notifyByPost, async (_, { app, request }) =>
    plain(await handleCallback(app, fieldsOf(new URLSearchParams(await request.text())))),
  ),

  serve(calls.payment.stripe, async (_, { app, request }) => {
    const body = await wholeBody(request)
    if (!body) return plain('fail', 413)
    const status = await handleEvent(app, body, request.headers.get('stripe-signature') ?? '')
    return plain(status === 200 ? 'success' : 'fail', status)
  }),
]

/** Repeats an error's sentence in `data`, where the specification's console expects it. */
async function withErrorInData<Result>(
  language: ConsoleLanguage,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) error.data = error.sentence(language)
    throw error
  }
}

/** Far longer than any event. */
const LONGEST_EVENT = 1024 * 1024

/** Returns the exact bytes that were signed; null: too long. */
async function wholeBody(request: Request): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of request.body ?? []) {
    bytes += piece.length
    if (bytes > LONGEST_EVENT) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The provider expects the bare word. */
const plain = (word: string, status = 200) =>
  new Response(word, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
