import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Offer, Order, Page, Plan, Subscription, User } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type EpayProvider, startEpayProvider } from '../../../../test/support/epay-provider.ts'
import { type StandInStripe, startStripe } from '../../../../test/support/stripe.ts'
import { mount } from '../../../platform/http/mount.ts'
import { makeRateLimiter } from '../../../platform/http/rate-limit.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { audit } from '../../ledger/audit.ts'
import { addMonths } from '../../ledger/index.ts'
import { settleTerms } from '../../plans/renew.ts'
import { settleUnreported } from '../settle-order.ts'

/** Ten dollars of quota. */
const PRICE = 5_000_000
const DAY = 86_400

for (const { kind, open } of databases()) {
  describe(`plans bought by payment on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let router: ReturnType<typeof mount>
    let admin: ConsoleClient
    let user: ConsoleClient
    let epay: EpayProvider
    let stripe: StandInStripe
    let now: number
    beforeAll(async () => {
      database = await open()
      epay = await startEpayProvider()
      stripe = await startStripe()
    })
    beforeEach(async () => {
      const { db } = database.storage
      for (const table of ['options', 'logs', 'notices'] as const) await db.deleteFrom(table).execute()
      now = TEST_NOW
      app = await testApp(database, {
        rateLimiter: makeRateLimiter(() => now),
        now: () => now,
        log: pino({ level: 'silent' }),
      })
      const options = {
        ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, ServerAddress: 'https://gateway.example' },
        ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret },
        ...{ StripeApiAddress: stripe.url, StripePrice: '1.2' },
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
      router = mount(endpoints, app)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
    })
    afterAll(async () => {
      epay.stop()
      stripe.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const makePlan = async (more: object = {}) => {
      const body = { name: 'Pro', price: PRICE, period: 'month', day: 2_000_000, ...more }
      return (await admin('POST', '/api/plan/', { body })).data as Plan
    }
    const runTen = async () => {
      for (let count = 0; count < 10; count++) {
        const { id: plan_id } = await makePlan({ price: 0 })
        await user('POST', '/api/subscription/self', { body: { plan_id } })
      }
    }
    const ask = (plan: Plan, payment_method = 'stripe', more: object = {}, client = user) =>
      client('POST', '/api/subscription/self/order', { body: { plan_id: plan.id, payment_method, ...more } })
    const orders = async (client = user) => ((await client('GET', '/api/user/topup/self')).data as Page<Order>).items
    /** Orders a plan by card; returns the order's number. */
    const order = async (plan: Plan, more: object = {}, client = user) => {
      expect(await ask(plan, 'stripe', more, client)).toMatchObject({ success: true })
      return (await orders(client))[0]?.trade_no ?? ''
    }
    const send = async (method: string, path: string, body?: string, headers = {}) => {
      const request = new Request(`http://gateway.test${path}`, { method, body, headers })
      return (await router.fetch(request, { socketAddress: '192.0.2.1' })).text()
    }
    const report = (type: string, object: Record<string, unknown>) => {
      const { body, signature } = stripe.event(type, object, now)
      return send('POST', '/api/user/stripe/notify', body, { 'stripe-signature': signature })
    }
    const pay = (trade_no: string, changes = {}) =>
      report('checkout.session.completed', { ...stripe.pay(trade_no), ...changes })
    const callBack = (fields: Record<string, string>, changes = {}) =>
      send('GET', `/api/user/epay/notify?${new URLSearchParams(epay.callback(fields, changes))}`)
    /** A running plan that was paid for. */
    const paid = async (more: object = {}, ordered: object = {}) => {
      const trade_no = await order(await makePlan(more), ordered)
      expect(await pay(trade_no)).toBe('success')
      const session = stripe.pay(trade_no)
      const [{ id, user_id } = { id: 0, user_id: 0 }] = await own()
      return { id, user_id, trade_no, session }
    }
    const own = async (client = user) => (await client('GET', '/api/subscription/self')).data as Subscription[]
    const self = async (client = user) => (await client('GET', '/api/user/self')).data as User
    const wallet = async (id: number) =>
      app.db.selectFrom('users').select(['quota', 'owed']).where('id', '=', id).executeTakeFirstOrThrow()
    const subscription = (id: number) =>
      app.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const lastSentence = async () =>
      (await app.db.selectFrom('logs').select('content').orderBy('id', 'desc').executeTakeFirstOrThrow()).content

    test('have a price by each way to pay, without bonuses and minima of top-ups, and an order that names them', async () => {
      await app.options.set('StripeMinTopUp', '50')
      await app.options.set('TopUpBonuses', '{"1":20}')
      const plan = await makePlan()
      const offers = (await user('GET', '/api/subscription/plans')).data as Offer[]
      expect(offers.find(({ id }) => id === plan.id)?.payments).toEqual([
        { method: 'zfb', money_cents: 7300, currency: '', by_card: false },
        { method: 'wx', money_cents: 7300, currency: '', by_card: false },
        { method: 'stripe', money_cents: 1200, currency: 'usd', by_card: true },
      ])
      const { data } = await ask(plan)
      const session = [...stripe.sessions.values()].at(-1)
      expect(data).toEqual({ url: session?.url, fields: {} })
      expect(await orders()).toMatchObject([
        { plan: 'Pro', quota: PRICE, money_cents: 1200, currency: 'usd', status: 'pending', subscription_id: 0 },
      ])
      expect((await ask(plan, 'zfb')).data).toMatchObject({ fields: { name: 'Pro', money: '73.00' } })
      const seen = { money_cents: 1200, currency: 'usd' }
      expect((await ask(plan, 'stripe', seen)).success).toBe(true)
      await app.options.set('StripePrice', '1.3')
      const before = (await orders()).length
      const refused = await ask(plan, 'stripe', seen)
      expect([refused.code, refused.message]).toEqual([
        'plan_price_changed',
        'The plan Pro now costs 13.00 USD; look at the offer again',
      ])
      expect((await ask(plan, 'stripe', { money_cents: 1300, currency: 'eur' })).code).toBe('plan_price_changed')
      expect(await orders()).toHaveLength(before)
    })

    test('that cannot begin are refused before anybody pays', async () => {
      const code = async (plan: Plan, more = {}) => (await ask(plan, 'stripe', more)).code
      expect(await code({ ...(await makePlan()), id: 999_999 })).toBe('plan_not_found')
      expect(await code(await makePlan({ enabled: false }))).toBe('plan_not_for_sale')
      expect(await code(await makePlan({ stock: 0 }))).toBe('plan_sold_out')
      expect(await code(await makePlan({ period: 'once' }), { renews: true })).toBe('subscription_not_renewable')
      expect(await code(await makePlan({ price: 0 }))).toBe('plan_not_by_payment')
      await runTen()
      expect(await code(await makePlan())).toBe('plan_too_many')
      await app.options.set('StripeSecretKey', '')
      expect(await code(await makePlan())).toBe('plan_too_many')
      expect(await orders()).toEqual([])
    })

    test('begin once, however often the payment is reported and asked about, before the buyer returns or after', async () => {
      const trade_no = await order(await makePlan({ stock: 5 }), { renews: true })
      const session = stripe.pay(trade_no)
      const settle = () => user('POST', '/api/user/topup/self/settle', { body: { trade_no } })
      const heard = [...Array(4)].map(() => report('checkout.session.completed', session))
      expect(await Promise.all(heard)).toEqual(Array(4).fill('success'))
      expect(await settle()).toMatchObject({ data: { status: 'success' } })
      const plans = await own()
      expect(plans).toMatchObject([
        { name: 'Pro', source: 'bought', paid: PRICE, renews: true, term_end: addMonths(TEST_NOW, 1) },
      ])
      expect(await orders()).toMatchObject([{ status: 'success', plan: 'Pro', subscription_id: plans[0]?.id }])
      expect(await self()).toMatchObject({ quota: 0 })
      expect(await lastSentence()).toBe(`The plan Pro was bought for 12.00 USD, order ${trade_no}`)
    })

    test('begin by an Epay callback, for the amount and method that were ordered alone', async () => {
      const plan = await makePlan({ period: 'once' })
      const { fields } = (await ask(plan, 'zfb')).data as { fields: Record<string, string> }
      expect(await callBack(fields, { money: '72.99' })).toBe('fail')
      expect(await callBack(fields, { type: 'wxpay' })).toBe('fail')
      expect(await own()).toEqual([])
      expect(await Promise.all([callBack(fields), callBack(fields)])).toEqual(['success', 'success'])
      expect(await own()).toMatchObject([{ period: 'once', term_end: 0, paid: PRICE }])
    })

    test('another amount or currency begins nothing', async () => {
      const trade_no = await order(await makePlan())
      await pay(trade_no, { amount_total: 1199 })
      await pay(trade_no, { currency: 'mxn' })
      expect([await own(), (await self()).quota]).toEqual([[], 0])
      await pay(trade_no)
      expect(await own()).toHaveLength(1)
    })

    test('a payment that nobody reports is asked about, and begins the plan', async () => {
      const trade_no = await order(await makePlan({ period: 'year' }))
      stripe.pay(trade_no)
      now += 60
      await settleUnreported(app, new AbortController().signal)
      expect(await own()).toMatchObject([{ term_start: now, term_end: addMonths(now, 12) }])
    })

    test('what was ordered is honoured, late, dearer or deleted as the plan may be meanwhile', async () => {
      const plan = await makePlan()
      const [changed, deleted] = [await order(plan), await order(plan)]
      await admin('PUT', `/api/plan/${plan.id}`, { body: { price: 2 * PRICE, day: 7, enabled: false } })
      now += 3 * DAY
      await pay(changed)
      await admin('DELETE', `/api/plan/${plan.id}`)
      await pay(deleted)
      const kept = { price: PRICE, paid: PRICE, day: 2_000_000, status: 'active', term_start: now }
      expect(await own()).toMatchObject([kept, kept])
    })

    test('the last one begins for one of two payments at once; the other becomes balance, with a sentence', async () => {
      const plan = await makePlan({ stock: 1 })
      const other = await signedIn(app, endpoints, 'user')
      const numbers = [await order(plan), await order(plan, {}, other)]
      expect(await Promise.all(numbers.map(number => pay(number)))).toEqual(['success', 'success'])
      const all = [...(await own()), ...(await own(other))]
      expect(all).toHaveLength(1)
      expect([(await self()).quota, (await self(other)).quota].sort()).toEqual([0, PRICE])
      const sentences = await app.db.selectFrom('logs').select('content').execute()
      expect(sentences.map(({ content }) => content)).toContainEqual(
        expect.stringMatching(
          /^The plan Pro was sold out when its payment came: the 12.00 USD of order \w+ are \$10.00/,
        ),
      )
      expect([...(await orders()), ...(await orders(other))].map(({ status }) => status)).toEqual([
        'success',
        'success',
      ])
    })

    test('one plan too many becomes balance, from which debts are collected', async () => {
      const trade_no = await order(await makePlan())
      await runTen()
      await pay(trade_no)
      expect(await own()).toHaveLength(10)
      expect((await self()).quota).toBe(PRICE)
      expect(await lastSentence()).toContain('could not begin beside so many others')
    })

    test('an order completed by hand begins its plan, and a later report nothing more', async () => {
      const trade_no = await order(await makePlan())
      const [{ id } = { id: 0 }] = await orders()
      const body = { reason: 'paid at the desk' }
      expect(await admin('POST', `/api/order/${id}/complete`, { body })).toMatchObject({ data: { plan: 'Pro' } })
      await pay(trade_no)
      expect(await own()).toHaveLength(1)
      expect((await self()).quota).toBe(0)
    })

    test('one that is paid back ends, and nothing stays owed of an unused one', async () => {
      const { id, user_id, trade_no, session } = await paid()
      const charge = { ...stripe.charge(session), amount_refunded: 1200 }
      for (let time = 0; time < 2; time++) expect(await report('charge.refunded', charge)).toBe('success')
      expect(await subscription(id)).toMatchObject({ status: 'ended', end_reason: 'paid_back', paid: 0 })
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: 0 })
      expect(await orders()).toMatchObject([{ trade_no, status: 'refunded', taken_quota: PRICE }])
    })

    test('a part paid back ends it too: the rest that was neither used nor paid back is balance', async () => {
      const { id, session, user_id } = await paid()
      await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 300 })
      expect(await subscription(id)).toMatchObject({ status: 'ended', paid: 0 })
      expect(await wallet(user_id)).toEqual({ quota: 0.75 * PRICE, owed: 0 })
      await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: 0 })
    })

    test('what its term has paid for already stays owed, at most the price', async () => {
      for (const [used, owed] of [
        [2_000_000, 2_000_000],
        [9_000_000, PRICE],
      ] as const) {
        user = await signedIn(app, endpoints, 'user')
        const { id, session, user_id } = await paid({ day: 10_000_000 })
        await app.db.updateTable('subscriptions').set({ used }).where('id', '=', id).execute()
        await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })
        expect(await wallet(user_id)).toEqual({ quota: 0, owed })
        await app.db.updateTable('subscriptions').set({ used: 0 }).where('id', '=', id).execute()
      }
    })

    test('a dispute ends it; won, the payment returns to the balance', async () => {
      const { id, session, user_id } = await paid()
      const dispute = stripe.dispute(session)
      await report('charge.dispute.created', dispute)
      expect(await subscription(id)).toMatchObject({ status: 'ended', end_reason: 'paid_back' })
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: 0 })
      await report('charge.dispute.closed', { ...dispute, status: 'won' })
      expect(await subscription(id)).toMatchObject({ status: 'ended' })
      expect(await wallet(user_id)).toEqual({ quota: PRICE, owed: 0 })
    })

    test('a term that the balance has paid for since goes on, and the first one’s price is owed', async () => {
      const { id, session, user_id } = await paid({}, { renews: true })
      const body = { id: user_id, mode: 'add', value: PRICE }
      await admin('POST', `/api/user/${user_id}/quota`, { body })
      now = addMonths(TEST_NOW, 1)
      await settleTerms(app, new AbortController().signal, () => undefined)
      expect(await subscription(id)).toMatchObject({ status: 'active', term: 2, paid: 2 * PRICE })
      await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })
      expect(await subscription(id)).toMatchObject({ status: 'active' })
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: PRICE })
    })

    test('the audit finds a plan that was not paid for, and one that runs on though its payment was taken back', async () => {
      const { id, session } = await paid()
      const breach = async (table: 'top_ups' | 'subscriptions', change: object, { id }: { id: number }) => {
        await app.db.updateTable(table).set(change).where('id', '=', id).execute()
        return (await audit(database.storage, now)).map(({ rule, id }) => [rule, id])
      }
      const [order = { id: 0 }] = await orders()
      expect(await breach('top_ups', { amount: PRICE + 1 }, order)).toEqual([
        ['every order that began a plan paid its price', order.id],
      ])
      expect(await breach('top_ups', { amount: PRICE }, order)).toEqual([])
      await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })
      expect(await breach('subscriptions', { status: 'active' }, { id })).toEqual([
        ['no plan runs on a payment that was taken back', id],
      ])
      expect(await breach('subscriptions', { status: 'ended' }, { id })).toEqual([])
    })

    test('what came before, as a debt, is not collected from the price of a plan', async () => {
      const { user_id } = await paid()
      const trade_no = await order(await makePlan())
      await pay(trade_no)
      const session = stripe.pay(trade_no)
      await app.db.updateTable('subscriptions').set({ used: PRICE }).where('user_id', '=', user_id).execute()
      await report('charge.refunded', { ...stripe.charge(session), amount_refunded: 1200 })
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: PRICE })
      await app.db.updateTable('subscriptions').set({ used: 0 }).where('user_id', '=', user_id).execute()
      await pay(await order(await makePlan()))
      expect((await own()).filter(({ status }) => status === 'active')).toHaveLength(2)
      expect(await wallet(user_id)).toEqual({ quota: 0, owed: PRICE })
    })
  })
}
