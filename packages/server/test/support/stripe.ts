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
}

/** Stripe as its public API describes it: sessions, refunds and signed events. */
export interface StandInStripe {
  url: string
  secretKey: string
  webhookSecret: string
  sessions: Map<string, StandInSession>
  /** The requests received, such as `POST /v1/refunds`. */
  asked: string[]
  /** Answers the next request with this status instead. */
  failNext(status: number): void
  /** Makes the next refund but answers 504. */
  loseNextRefund(): void
  /** A buyer pays a session; `changes` alter it to make the stand-in misbehave. */
  pay(order: string, changes?: Json): StandInSession
  /** The charge of a session's payment. */
  charge(session: StandInSession): Json
  dispute(session: StandInSession, changes?: Json): Json
  /** An event with its bytes and its header; `at` is in Unix seconds. */
  event(type: string, object: Json, at: number, secret?: string): { body: string; signature: string }
  stop(): void
}

export async function startStripe(): Promise<StandInStripe> {
  const secretKey = 'sk_test_stand_in'
  const webhookSecret = 'whsec_stand_in'
  const sessions = new Map<string, StandInSession>()
  const refunded = new Map<string, number>()
  const repeated = new Map<string, Answer>()
  const asked: string[] = []
  let failing: number | null = null
  let isLosing = false

  const refusal = (message: string): Answer => [400, { error: { type: 'invalid_request_error', message } }]

  function openSession(form: URLSearchParams): Answer {
    const cents = form.get('line_items[0][price_data][unit_amount]') ?? ''
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    if (form.get('mode') !== 'payment' || form.get('line_items[0][quantity]') !== '1')
      return refusal('Missing required param: line_items.')
    if (!form.get('line_items[0][price_data][product_data][name]')) return refusal('Missing required param: name.')
    if (!URL.canParse(form.get('success_url') ?? '')) return refusal('Not a valid URL')
    if (!/^\d+$/.test(cents) || Number(cents) < 50) return refusal('The total amount due must add up to at least $0.50')
    const id = `cs_test_${randomUUID()}`
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      client_reference_id: form.get('client_reference_id') ?? '',
      amount_total: Number(cents),
      currency,
      payment_intent: null,
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
    const session = [...sessions.values()].find(({ payment_intent }) => payment_intent === payment)
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

  function chargeOf(session: StandInSession): Json {
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
      const wanted = searchParams.get('payment_intent')
      return [200, { object: 'list', data: [...sessions.values()].filter(one => one.payment_intent === wanted) }]
    }
    if (request.method === 'GET' && pathname === '/v1/charges') {
      const wanted = searchParams.get('payment_intent')
      const paid = [...sessions.values()].filter(one => one.payment_intent === wanted)
      return [200, { object: 'list', data: paid.map(chargeOf) }]
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
      Object.assign(session, { payment_status: 'paid', status: 'complete', payment_intent: `pi_${order}` }, changes)
      return session
    },
    charge: chargeOf,
    dispute: (session, changes = {}) => ({
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
