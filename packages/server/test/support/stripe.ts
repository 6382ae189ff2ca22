import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>
type Answer = [status: number, body: unknown]

/** A Checkout session as Stripe's API returns it. https://docs.stripe.com/api/checkout/sessions/object */
export interface StandInSession extends Json {
  id: string
  client_reference_id: string
  payment_status: string
  amount_total: number
  currency: string
  payment_intent: string | null
  /** In `mode=subscription`: what the payment began, and its first invoice. */
  subscription: string | null
  invoice: string | null
}

/** https://docs.stripe.com/api/subscriptions/object */
interface StandInSubscription extends Json {
  id: string
  status: string
  cancel_at_period_end: boolean
  latest_invoice: string
}

/** https://docs.stripe.com/api/invoices/object */
export interface StandInInvoice extends Json {
  id: string
  status: string
  amount_paid: number
  currency: string
  subscription: string
  payment_intent: string | null
}

type Paid = Pick<StandInSession, 'payment_intent' | 'amount_total' | 'currency'> & {
  metadata?: unknown
  invoice?: string | null
}

/** Stripe as its public API describes it: sessions, refunds and signed events. */
export interface StandInStripe {
  url: string
  secretKey: string
  webhookSecret: string
  sessions: Map<string, StandInSession>
  subscriptions: Map<string, StandInSubscription>
  /** The requests received, such as `POST /v1/refunds`. */
  asked: string[]
  /** Answers the next request with this status instead. */
  failNext(status: number): void
  /** Makes the next refund but answers 504. */
  loseNextRefund(): void
  /** A buyer pays a session; `changes` alter it to make the stand-in misbehave. */
  pay(order: string, changes?: Json): StandInSession
  /** The period of a subscription ends: its next invoice, paid unless `changes` say otherwise. */
  renew(subscription: string, changes?: Json): StandInInvoice
  /** The charge of a session's or an invoice's payment. */
  charge(paid: Paid): Json
  dispute(paid: Paid, changes?: Json): Json
  /** An event with its bytes and its header; `at` is in Unix seconds. */
  event(type: string, object: Json, at: number, secret?: string): { body: string; signature: string }
  stop(): void
}

export async function startStripe(): Promise<StandInStripe> {
  const secretKey = 'sk_test_stand_in'
  const webhookSecret = 'whsec_stand_in'
  const sessions = new Map<string, StandInSession>()
  const subscriptions = new Map<string, StandInSubscription>()
  const invoices = new Map<string, StandInInvoice>()
  const payments = new Map<string, Paid>()
  const refunded = new Map<string, number>()
  const repeated = new Map<string, Answer>()
  const asked: string[] = []
  let failing: number | null = null
  let isLosing = false

  const refusal = (message: string): Answer => [400, { error: { type: 'invalid_request_error', message } }]

  function openSession(form: URLSearchParams): Answer {
    const cents = form.get('line_items[0][price_data][unit_amount]') ?? ''
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const mode = form.get('mode') ?? ''
    const interval = form.get('line_items[0][price_data][recurring][interval]')
    if (mode !== 'payment' && mode !== 'subscription') return refusal('Invalid mode')
    if (mode === 'payment' && (interval !== null || form.has('subscription_data[metadata][order]')))
      return refusal('You specified `payment` mode but passed a recurring price.')
    if (mode === 'subscription' && !['day', 'week', 'month', 'year'].includes(interval ?? ''))
      return refusal('You must provide at least one recurring price in `subscription` mode.')
    if (mode === 'subscription' && form.has('payment_intent_data[metadata][order]'))
      return refusal('You can not pass `payment_intent_data` in `subscription` mode.')
    if (form.get('line_items[0][quantity]') !== '1') return refusal('Missing required param: line_items.')
    if (!form.get('line_items[0][price_data][product_data][name]')) return refusal('Missing required param: name.')
    if (!URL.canParse(form.get('success_url') ?? '')) return refusal('Not a valid URL')
    if (!/^\d+$/.test(cents) || Number(cents) < 50) return refusal('The total amount due must add up to at least $0.50')
    const id = `cs_test_${randomUUID()}`
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      mode,
      client_reference_id: form.get('client_reference_id') ?? '',
      amount_total: Number(cents),
      currency,
      payment_intent: null,
      subscription: null,
      invoice: null,
      payment_status: 'unpaid',
      status: 'open',
      metadata: { order: form.get('metadata[order]') },
      success_url: form.get('success_url'),
      url: `${url}/pay/${id}`,
    }
    sessions.set(id, session)
    return [200, session]
  }

  function payBack(form: URLSearchParams): Answer {
    const payment = form.get('payment_intent') ?? ''
    const session = payments.get(payment)
    if (!session)
      return [404, { error: { type: 'invalid_request_error', message: `No such payment_intent: '${payment}'` } }]
    const already = refunded.get(payment) ?? 0
    const amount = Number(form.get('amount') ?? session.amount_total - already)
    if (amount > session.amount_total - already)
      return refusal('Refund amount is greater than unrefunded amount on charge')
    refunded.set(payment, already + amount)
    if (isLosing) {
      isLosing = false
      return [504, { error: {} }]
    }
    return [200, { id: `re_${randomUUID()}`, object: 'refund', amount, status: 'succeeded', charge: chargeOf(session) }]
  }

  function issue(
    id: string,
    billing_reason: string,
    like: Pick<StandInInvoice, 'amount_paid' | 'currency'>,
    changes: Json = {},
  ) {
    const invoice: StandInInvoice = {
      ...{
        id: `in_${randomUUID().replaceAll('-', '')}`,
        object: 'invoice',
        billing_reason,
        status: 'paid',
        attempted: true,
      },
      ...{ amount_paid: like.amount_paid, currency: like.currency },
      ...{ subscription: id, payment_intent: `pi_${randomUUID().replaceAll('-', '')}` },
      ...changes,
    }
    invoices.set(invoice.id, invoice)
    const { payment_intent, currency, amount_paid: amount_total } = invoice
    if (payment_intent) payments.set(payment_intent, { payment_intent, amount_total, currency, invoice: invoice.id })
    const subscription = subscriptions.get(id)
    if (subscription) subscription.latest_invoice = invoice.id
    return invoice
  }

  /** Retrieves, changes or cancels a subscription. */
  function answerAbout(id: string, method: string, form: URLSearchParams): Answer {
    const subscription = subscriptions.get(id)
    if (!subscription)
      return [404, { error: { type: 'invalid_request_error', message: `No such subscription: '${id}'` } }]
    if (method === 'GET') return [200, subscription]
    if (subscription.status === 'canceled')
      return [404, { error: { type: 'invalid_request_error', message: `No such subscription: '${id}'` } }]
    if (method === 'DELETE') subscription.status = 'canceled'
    else subscription.cancel_at_period_end = form.get('cancel_at_period_end') === 'true'
    return [200, subscription]
  }

  function chargeOf(session: Paid): Json {
    const payment = session.payment_intent ?? ''
    const amount_refunded = refunded.get(payment) ?? 0
    return {
      id: `ch_${payment}`,
      object: 'charge',
      amount: session.amount_total,
      amount_refunded,
      refunded: amount_refunded === session.amount_total,
      currency: session.currency,
      payment_intent: payment,
      metadata: session.metadata,
    }
  }

  function answerTo(request: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }]
    if (request.method === 'POST' && pathname === '/v1/checkout/sessions') return openSession(new URLSearchParams(body))
    if (request.method === 'POST' && pathname === '/v1/refunds') return payBack(new URLSearchParams(body))
    if (request.method === 'GET' && pathname === '/v1/checkout/sessions') {
      const field = searchParams.has('subscription') ? 'subscription' : 'payment_intent'
      const wanted = searchParams.get(field)
      return [200, { object: 'list', data: [...sessions.values()].filter(one => one[field] === wanted) }]
    }
    const [, , kind = '', id = ''] = pathname.split('/')
    if (kind === 'subscriptions') return answerAbout(id, request.method ?? '', new URLSearchParams(body))
    const found = kind === 'invoices' ? invoices.get(id) : kind === 'payment_intents' ? payments.get(id) : undefined
    if (found)
      return [200, kind === 'invoices' ? found : { id, object: 'payment_intent', invoice: found.invoice ?? null }]
    if (request.method === 'GET' && pathname === '/v1/charges') {
      const wanted = searchParams.get('payment_intent')
      const paid = payments.get(wanted ?? '')
      return [200, { object: 'list', data: paid ? [chargeOf(paid)] : [] }]
    }
    const session = request.method === 'GET' && sessions.get(pathname.replace('/v1/checkout/sessions/', ''))
    return session ? [200, session] : [404, { error: { type: 'invalid_request_error', message: 'No such resource' } }]
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    const key = String(request.headers['idempotency-key'] ?? '')
    const [status, answer] =
      (key && repeated.get(key)) || (failing ? [failing, { error: {} }] : answerTo(request, body))
    failing = null
    if (key && status < 500) repeated.set(key, [status, answer])
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    secretKey,
    webhookSecret,
    sessions,
    subscriptions,
    asked,
    failNext(status) {
      failing = status
    },
    loseNextRefund() {
      isLosing = true
    },
    pay(order, changes = {}) {
      const session = [...sessions.values()].find(one => one.client_reference_id === order)
      if (!session) throw new Error(`no session of order ${order}`)
      if (session.mode === 'subscription' && !session.subscription) {
        const id = `sub_${randomUUID().replaceAll('-', '')}`
        const started = { object: 'subscription', status: 'active', cancel_at_period_end: false, latest_invoice: '' }
        subscriptions.set(id, { id, ...started, metadata: session.metadata })
        const like = { amount_paid: session.amount_total, currency: session.currency }
        Object.assign(session, { subscription: id, invoice: issue(id, 'subscription_create', like).id })
      }
      const payment_intent = session.mode === 'payment' ? `pi_${order}` : null
      Object.assign(session, { payment_status: 'paid', status: 'complete', payment_intent }, changes)
      if (session.payment_intent) payments.set(session.payment_intent, session)
      return session
    },
    renew(id, changes = {}) {
      const session = [...sessions.values()].find(({ subscription }) => subscription === id)
      if (!session) throw new Error(`no session of ${id}`)
      return issue(id, 'subscription_cycle', { amount_paid: session.amount_total, currency: session.currency }, changes)
    },
    charge: chargeOf,
    dispute: (session: Paid, changes = {}) => ({
      id: `dp_${session.payment_intent}`,
      object: 'dispute',
      amount: session.amount_total,
      currency: session.currency,
      charge: `ch_${session.payment_intent}`,
      payment_intent: session.payment_intent,
      reason: 'fraudulent',
      status: 'needs_response',
      ...changes,
    }),
    event(type, object, at, secret = webhookSecret) {
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created: at, data: { object } })
      const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
      return { body, signature: `t=${at},v1=${v1},v0=${'0'.repeat(64)}` }
    },
    stop: () => server.close(),
  }
}
