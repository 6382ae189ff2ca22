import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { LOG_TYPE, type Order, type Page, USER_STATUS, type User } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type StandInSession, type StandInStripe, startStripe } from '../../../../test/support/stripe.ts'
import { mount } from '../../../platform/http/mount.ts'
import { makeRateLimiter } from '../../../platform/http/rate-limit.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { audit } from '../../ledger/audit.ts'
import { setBalance } from '../../ledger/index.ts'
import { settleUnreported } from '../settle-order.ts'
import { isSignedByStripe } from './signature.ts'

describe('a signature', () => {
  const body = Buffer.from('{"id":"evt_1"}')
  const now = 1_700_000_000
  const sign = (at: number | string, secret = 'whsec') =>
    createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  const right = `t=${now},v1=${sign(now)}`

  test('is the HMAC of time and body with any of the secrets in use', () => {
    expect(isSignedByStripe(right, body, 'whsec', now)).toBe(true)
    expect(isSignedByStripe(`t=${now},v1=${'0'.repeat(64)},v1=${sign(now)}`, body, 'whsec', now)).toBe(true)
    for (const apart of [-300, 300]) expect(isSignedByStripe(right, body, 'whsec', now + apart)).toBe(true)
  })

  test.each([
    ['none', ''],
    ['another secret', `t=${now},v1=${sign(now, 'other')}`],
    ['another scheme', `t=${now},v0=${sign(now)}`],
    ['no time', `v1=${sign('')}`],
    ['two times', `t=${now},t=${now + 1},v1=${sign(now)}`],
    ['a time that is no number', `t=1e9,v1=${sign('1e9')}`],
    ['too old a time', `t=${now - 301},v1=${sign(now - 301)}`],
    ['a time to come', `t=${now + 301},v1=${sign(now + 301)}`],
    ['capital letters', `t=${now},v1=${sign(now).toUpperCase()}`],
    ['half a signature', `t=${now},v1=${sign(now).slice(0, 32)}`],
    ['a long header', `t=${now},${'v1=0,'.repeat(2_000)}v1=${sign(now)}`],
  ])('is wrong with %s', (_, header) => {
    expect(isSignedByStripe(header, body, 'whsec', now)).toBe(false)
  })

  test('is wrong for other bytes, and always wrong without a secret', () => {
    expect(isSignedByStripe(right, Buffer.from('{"id":"evt_2"}'), 'whsec', now)).toBe(false)
    expect(isSignedByStripe(`t=${now},v1=${sign(now, '')}`, body, '', now)).toBe(false)
  })
})

for (const { kind, open } of databases()) {
  describe(`Stripe on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let user: ConsoleClient
    let router: ReturnType<typeof mount>
    let stripe: StandInStripe
    let now: number
    beforeAll(async () => {
      database = await open()
      stripe = await startStripe()
    })
    beforeEach(async () => {
      const { db } = database.storage
      for (const table of ['options', 'top_ups', 'logs', 'notices'] as const) await db.deleteFrom(table).execute()
      now = TEST_NOW
      stripe.asked.length = 0
      app = await testApp(database, {
        rateLimiter: makeRateLimiter(() => now),
        now: () => now,
        log: pino({ level: 'silent' }),
      })
      await app.options.set('StripeSecretKey', stripe.secretKey)
      await app.options.set('StripeWebhookSecret', stripe.webhookSecret)
      await app.options.set('StripeApiAddress', stripe.url)
      await app.options.set('StripePrice', '1.2')
      await app.options.set('ServerAddress', 'https://gateway.example')
      router = mount(endpoints, app)
      user = await signedIn(app, endpoints, 'user')
    })
    afterAll(async () => {
      stripe.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const QUOTA = 5_000_000
    const pay = (amount = 10, client = user) =>
      client('POST', '/api/user/pay', { body: { amount, payment_method: 'stripe' } })
    const orders = async (client = user) => ((await client('GET', '/api/user/topup/self')).data as Page<Order>).items
    /** Places an order and returns its order number. */
    const order = async (client = user) => {
      expect(await pay(10, client)).toMatchObject({ success: true })
      return (await orders(client))[0]?.trade_no ?? ''
    }
    const self = async (client = user) => (await client('GET', '/api/user/self')).data as User
    const row = async (id: number) =>
      app.db.selectFrom('users').select(['quota', 'owed', 'status']).where('id', '=', id).executeTakeFirstOrThrow()
    const send = async (body: string, signature: string) => {
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' }
      const request = new Request('http://gateway.test/api/user/stripe/notify', { method: 'POST', body, headers })
      return (await router.fetch(request, { socketAddress: '192.0.2.1' })).status
    }
    const report = (type: string, object: Record<string, unknown>) => {
      const { body, signature } = stripe.event(type, object, now)
      return send(body, signature)
    }
    const completed = (session: StandInSession) => report('checkout.session.completed', session)
    /** Makes a user with a paid order. */
    const paid = async () => {
      const { id } = await self()
      const session = stripe.pay(await order())
      expect(await completed(session)).toBe(200)
      return { id, session }
    }
    const sentences = async () =>
      (await app.db.selectFrom('logs').select(['type', 'content']).orderBy('id').execute())
        .filter(({ type }) => type === LOG_TYPE.system || type === LOG_TYPE.topUp)
        .map(({ content }) => content)

    test('an order opens a Checkout session for its price, to which the browser goes', async () => {
      expect(await user('POST', '/api/user/amount', { body: { amount: 10, payment_method: 'stripe' } })).toMatchObject({
        data: '12.00',
      })
      const answer = await pay()
      const [found] = await orders()
      const session = [...stripe.sessions.values()].at(-1)
      expect(answer).toMatchObject({ success: true, data: {}, url: session?.url })
      expect(session).toMatchObject({
        client_reference_id: found?.trade_no,
        amount_total: 1200,
        currency: 'usd',
        success_url: `https://gateway.example/topup?order=${found?.trade_no}`,
      })
      expect(found).toMatchObject({ quota: QUOTA, money_cents: 1200, currency: 'usd', status: 'pending' })
    })

    test('an order that Stripe refuses or that is below the minimum fails with a sentence', async () => {
      stripe.failNext(500)
      expect(await pay()).toMatchObject({ success: false, code: 'payment_provider_failed' })
      await app.options.set('StripePrice', '0.01')
      expect(await pay(1)).toMatchObject({ success: false, code: 'payment_provider_failed' })
      await app.options.set('StripeMinTopUp', '5')
      expect(await pay(4)).toMatchObject({ success: false, code: 'topup_too_small' })
      expect(await orders()).toEqual([])
    })

    test('is offered along with the others once both secrets are set', async () => {
      const methods = async () => ((await user('GET', '/api/status')).data as { topup_methods: string[] }).topup_methods
      expect(await methods()).toEqual(['stripe'])
      await app.options.set('StripeWebhookSecret', '')
      expect([await methods(), (await pay()).code]).toEqual([[], 'topup_disabled'])
      for (const key of ['PayAddress', 'EpayId', 'EpayKey']) await app.options.set(key, 'https://pay.example')
      expect([await methods(), (await pay()).code]).toEqual([['zfb', 'wx'], 'topup_method_disabled'])
    })

    test('an event credits once however often it comes, even before the redirect', async () => {
      const trade_no = await order()
      const session = stripe.pay(trade_no)
      const { body, signature } = stripe.event('checkout.session.completed', session, now)
      expect(await Promise.all(Array.from({ length: 8 }, () => send(body, signature)))).toEqual(Array(8).fill(200))
      expect(await report('checkout.session.async_payment_succeeded', session)).toBe(200)
      expect(await user('POST', '/api/user/topup/self/settle', { body: { trade_no } })).toMatchObject({
        data: { status: 'success' },
      })
      expect((await self()).quota).toBe(QUOTA)
      expect(await sentences()).toEqual([`Topped up $10.00 online for 12.00 USD, order ${trade_no}`])
    })

    test('without an event, the session is checked when the buyer returns', async () => {
      const trade_no = await order()
      const settle = (client = user) => client('POST', '/api/user/topup/self/settle', { body: { trade_no } })
      expect(await settle()).toMatchObject({ data: { status: 'pending' } })
      stripe.pay(trade_no)
      expect(await settle(await signedIn(app, endpoints, 'user'))).toMatchObject({ code: 'order_not_found' })
      expect(await settle()).toMatchObject({ data: { status: 'success' } })
      expect(await settle()).toMatchObject({ data: { status: 'success' } })
      expect((await self()).quota).toBe(QUOTA)
    })

    test('if the buyer never returns, open orders are checked for a day, less and less often', async () => {
      const trade_no = await order()
      const asks = async (age: number) => {
        now = TEST_NOW + age
        stripe.asked.length = 0
        await settleUnreported(app, new AbortController().signal)
        return stripe.asked.length
      }
      expect(await asks(59)).toBe(0)
      expect(await asks(60)).toBe(1)
      expect(await asks(179)).toBe(0)
      stripe.failNext(503)
      expect(await asks(180)).toBe(1)
      expect(await asks(419)).toBe(0)
      stripe.pay(trade_no)
      expect(await asks(420)).toBe(1)
      expect(await asks(9_000)).toBe(0)
      expect((await self()).quota).toBe(QUOTA)
      const late = await order()
      stripe.pay(late)
      expect(await asks(9_000 + 25 * 3600)).toBe(0)
    })

    test('only an order paid as ordered is credited', async () => {
      const trade_no = await order()
      for (const wrong of [
        { amount_total: 1199 },
        { amount_total: 1 },
        { currency: 'mxn' },
        { payment_status: 'unpaid' },
      ])
        expect(await completed({ ...stripe.pay(trade_no), ...wrong })).toBe(200)
      // Another session that names the order, and one for something else that the account sells.
      expect(await completed({ ...stripe.pay(trade_no), id: 'cs_other' })).toBe(200)
      expect(await completed({ ...stripe.pay(trade_no), client_reference_id: 'shop-17' })).toBe(200)
      expect((await self()).quota).toBe(0)
      expect(await sentences()).toContain(
        `A payment for order ${trade_no} was refused: 12.00 MXN was paid, not 12.00 USD`,
      )
      expect(await completed(stripe.pay(trade_no))).toBe(200)
      expect((await self()).quota).toBe(QUOTA)
    })

    test('unsigned, old and broken events are refused', async () => {
      const session = stripe.pay(await order())
      const { body, signature } = stripe.event('checkout.session.completed', session, now)
      expect(await send(body, '')).toBe(400)
      expect(await send(`${body} `, signature)).toBe(400)
      const old = stripe.event('checkout.session.completed', session, now - 301)
      expect(await send(old.body, old.signature)).toBe(400)
      const forged = stripe.event('checkout.session.completed', session, now, 'whsec_other')
      expect(await send(forged.body, forged.signature)).toBe(400)
      await app.options.set('StripeWebhookSecret', '')
      const unkeyed = stripe.event('checkout.session.completed', session, now, '')
      expect(await send(unkeyed.body, unkeyed.signature)).toBe(400)
      await app.options.set('StripeWebhookSecret', stripe.webhookSecret)
      expect(await report('checkout.session.completed', { id: 7 })).toBe(500)
      expect(await report('customer.created', { id: 'cus_1' })).toBe(200)
      expect((await self()).quota).toBe(0)
    })

    test('a full or partial refund takes its share of the quota back, and a repetition takes no more', async () => {
      const { id, session } = await paid()
      const charge = { ...stripe.charge(session), amount_refunded: 300 }
      for (let time = 0; time < 3; time++) expect(await report('charge.refunded', charge)).toBe(200)
      expect(await row(id)).toMatchObject({ quota: QUOTA * 0.75, owed: 0 })
      expect(await report('charge.refunded', { ...charge, amount_refunded: 1200 })).toBe(200)
      // The event for the first part comes late.
      expect(await report('charge.refunded', charge)).toBe(200)
      expect(await row(id)).toEqual({ quota: 0, owed: 0, status: USER_STATUS.enabled })
      expect(await orders()).toMatchObject([{ status: 'refunded', refunded_cents: 1200, taken_quota: QUOTA }])
    })

    test('refunded quota that was already spent becomes a debt', async () => {
      const { id, session } = await paid()
      await setBalance(app.db, { userId: id, balance: 1_000_000, now })
      expect(await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })).toBe(200)
      expect(await row(id)).toMatchObject({ quota: 0, owed: 4_000_000 })
    })

    test('a refund or dispute of an uncredited order credits it first, so that the books are right', async () => {
      const { id } = await self()
      const session = stripe.pay(await order())
      expect(await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })).toBe(200)
      expect(await completed(session)).toBe(200)
      expect(await row(id)).toMatchObject({ quota: 0, owed: 0 })
      const other = stripe.pay(await order())
      stripe.failNext(503)
      expect(await report('charge.dispute.created', stripe.dispute(other))).toBe(500)
      expect(await report('charge.dispute.created', stripe.dispute(other))).toBe(200)
      expect(await row(id)).toMatchObject({ quota: 0, owed: 0, status: USER_STATUS.banned })
    })

    test('a dispute freezes money and account until it is won', async () => {
      const { id, session } = await paid()
      const dispute = stripe.dispute(session)
      for (let time = 0; time < 2; time++) expect(await report('charge.dispute.created', dispute)).toBe(200)
      expect(await row(id)).toEqual({ quota: 0, owed: 0, status: USER_STATUS.banned })
      expect((await user('GET', '/api/user/self')).success).toBe(false)
      for (let time = 0; time < 2; time++)
        expect(await report('charge.dispute.closed', { ...dispute, status: 'won' })).toBe(200)
      // The event for its beginning comes late.
      expect(await report('charge.dispute.created', dispute)).toBe(200)
      expect(await row(id)).toEqual({ quota: QUOTA, owed: 0, status: USER_STATUS.enabled })
      expect((await sentences()).slice(1)).toEqual([
        `The payment of order ${session.client_reference_id} is disputed: $10.00 is out of the balance until that is decided`,
        `The dispute about order ${session.client_reference_id} is over: $10.00 is back in the balance`,
      ])
    })

    test('the end of a dispute lifts its own ban alone, not one that an administrator set meanwhile', async () => {
      const root = await signedIn(app, endpoints, 'root')
      const manage = async (id: number, action: string) => {
        const { username } = await app.db
          .selectFrom('users')
          .select('username')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(await root('POST', '/api/user/manage', { body: { id, username, action } })).toMatchObject({
          success: true,
        })
      }
      const { id, session } = await paid()
      const dispute = stripe.dispute(session)
      await report('charge.dispute.created', dispute)
      await manage(id, 'disable')
      await report('charge.dispute.closed', { ...dispute, status: 'won' })
      expect(await row(id)).toMatchObject({ quota: QUOTA, status: USER_STATUS.banned })

      user = await signedIn(app, endpoints, 'user')
      const other = await paid()
      const later = stripe.dispute(other.session)
      await report('charge.dispute.created', later)
      // Let in before it is decided, the user stays in, whatever is heard of the same dispute.
      await manage(other.id, 'enable')
      await report('charge.dispute.updated', { ...later, amount: 600 })
      expect(await row(other.id)).toMatchObject({ status: USER_STATUS.enabled })
      await manage(other.id, 'disable')
      await report('charge.dispute.closed', { ...later, status: 'lost' })
      expect(await row(other.id)).toMatchObject({ status: USER_STATUS.banned })
    })

    test('a lost dispute keeps the quota; spent quota stays owed', async () => {
      const { id, session } = await paid()
      await setBalance(app.db, { userId: id, balance: 2_000_000, now })
      const dispute = stripe.dispute(session)
      await report('charge.dispute.created', dispute)
      expect(await report('charge.dispute.closed', { ...dispute, status: 'lost' })).toBe(200)
      expect(await row(id)).toEqual({ quota: 0, owed: 3_000_000, status: USER_STATUS.enabled })
    })

    test('the account stays frozen while one of two disputes is open; an administrator is never locked out', async () => {
      const [one, two] = [await paid(), await paid()]
      for (const { session } of [one, two]) await report('charge.dispute.created', stripe.dispute(session))
      await report('charge.dispute.closed', { ...stripe.dispute(one.session), status: 'won' })
      expect(await row(one.id)).toMatchObject({ quota: QUOTA, status: USER_STATUS.banned })
      await report('charge.dispute.closed', { ...stripe.dispute(two.session), status: 'warning_closed' })
      expect(await row(one.id)).toMatchObject({ quota: 2 * QUOTA, status: USER_STATUS.enabled })

      const root = await signedIn(app, endpoints, 'root')
      const session = stripe.pay(await order(root))
      await completed(session)
      await report('charge.dispute.created', stripe.dispute(session))
      expect((await self(root)).quota).toBe(0)
      expect(await pay(10, root)).toMatchObject({ code: 'order_disputed' })
    })
  })
}
