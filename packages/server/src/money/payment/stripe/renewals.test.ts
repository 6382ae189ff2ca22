import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Offer, Order, Page, Plan, Subscription, User } from '@tollgate/contract'
import pino from 'pino'
import { TEST_NOW, testApp } from '../../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { type StandInInvoice, type StandInStripe, startStripe } from '../../../../test/support/stripe.ts'
import { mount } from '../../../platform/http/mount.ts'
import { makeRateLimiter } from '../../../platform/http/rate-limit.ts'
import { endpoints } from '../../../start/app.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { audit } from '../../ledger/audit.ts'
import { addMonths, credit } from '../../ledger/index.ts'
import { heldSubscriptions } from '../../plans/held-subscription.ts'
import { settleTerms } from '../../plans/renew.ts'
import { settleCards } from '../settle-cards.ts'

const PRICE = 5_000_000
const HOUR = 3_600
const DAY = 24 * HOUR

for (const { kind, open } of databases()) {
  describe(`plans renewed by card on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let router: ReturnType<typeof mount>
    let admin: ConsoleClient
    let user: ConsoleClient
    let userId: number
    let stripe: StandInStripe
    let now: number
    beforeAll(async () => {
      database = await open()
      stripe = await startStripe()
    })
    beforeEach(async () => {
      const { db } = database.storage
      for (const table of ['options', 'logs'] as const) await db.deleteFrom(table).execute()
      await db.updateTable('subscriptions').set({ status: 'ended', card_ref: '' }).execute()
      now = TEST_NOW
      app = await testApp(database, {
        rateLimiter: makeRateLimiter(() => now),
        now: () => now,
        log: pino({ level: 'silent' }),
      })
      const options = {
        ...{
          StripeSecretKey: stripe.secretKey,
          StripeWebhookSecret: stripe.webhookSecret,
          StripeApiAddress: stripe.url,
        },
        ...{ StripePrice: '1.2', ServerAddress: 'https://gateway.example' },
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
      router = mount(endpoints, app)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
      userId = ((await user('GET', '/api/user/self')).data as User).id
    })
    afterAll(async () => {
      stripe.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const makePlan = async (more: object = {}) => {
      const body = { name: 'Pro', price: PRICE, period: 'month', day: 2_000_000, ...more }
      return (await admin('POST', '/api/plan/', { body })).data as Plan
    }
    const ask = (plan: Plan, more: object = {}) =>
      user('POST', '/api/subscription/self/order', {
        body: { plan_id: plan.id, payment_method: 'stripe', by_card: true, ...more },
      })
    const orders = async () => ((await user('GET', '/api/user/topup/self')).data as Page<Order>).items
    const order = async (plan: Plan) => {
      expect(await ask(plan)).toMatchObject({ success: true })
      return (await orders())[0]?.trade_no ?? ''
    }
    const report = async (type: string, object: Record<string, unknown>, secret?: string) => {
      const { body, signature } = stripe.event(type, object, now, secret)
      const headers = { 'stripe-signature': signature }
      const request = new Request('http://gateway.test/api/user/stripe/notify', { method: 'POST', body, headers })
      return (await router.fetch(request, { socketAddress: '192.0.2.1' })).status
    }
    /** Events have the shape of the endpoint's own API version, of which only the id is the same in all. */
    const reportInvoice = (type: string, { id, object }: StandInInvoice) => report(type, { id, object })
    const own = async () => (await user('GET', '/api/subscription/self')).data as Subscription[]
    const rowOf = (id: number) =>
      app.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const wallet = () =>
      app.db.selectFrom('users').select(['quota', 'owed']).where('id', '=', userId).executeTakeFirstOrThrow()
    const runJob = () => settleCards(app, new AbortController().signal)
    const runTerms = () => settleTerms(app, new AbortController().signal, () => undefined)
    const sentences = async () =>
      (await app.db.selectFrom('logs').select('content').where('user_id', '=', userId).orderBy('id').execute()).map(
        ({ content }) => content,
      )
    /** A plan that was paid for and is renewed by card. */
    const started = async (more: object = {}) => {
      const trade_no = await order(await makePlan(more))
      const session = stripe.pay(trade_no)
      expect(await report('checkout.session.completed', session)).toBe(200)
      const [{ id } = { id: 0 }] = await own()
      return { id, trade_no, session, card: String(session.subscription) }
    }

    test('begin with a Checkout session in the mode subscription, for a monthly or yearly plan alone', async () => {
      const [month, once] = [await makePlan(), await makePlan({ period: 'once' })]
      const offers = (await user('GET', '/api/subscription/plans')).data as Offer[]
      const byCard = (plan: Plan) => offers.find(({ id }) => id === plan.id)?.payments.map(({ by_card }) => by_card)
      expect([byCard(month), byCard(once)]).toEqual([[true], [false]])
      expect((await ask(once)).code).toBe('subscription_not_renewable')
      const { id, session } = await started({ period: 'year' })
      expect(session).toMatchObject({ mode: 'subscription', amount_total: 1200, payment_intent: null })
      expect((await own())[0]).toMatchObject({ id, status: 'active', renews: true, by_card: true, paid: PRICE })
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
      const [first] = await app.db.selectFrom('top_ups').selectAll().where('subscription_id', '=', id).execute()
      expect(first?.payment_ref).toMatch(/^pi_/)
    })

    test('are renewed once by a paid invoice, however often and in whatever order it is reported', async () => {
      const { id, card, trade_no } = await started()
      const first = await rowOf(id)
      now = addMonths(TEST_NOW, 1) + HOUR
      await runTerms()
      expect((await rowOf(id)).status).toBe('active')
      const invoice = stripe.renew(card)
      const answers = await Promise.all(Array.from({ length: 4 }, () => reportInvoice('invoice.paid', invoice)))
      expect(answers).toEqual([200, 200, 200, 200])
      const row = await rowOf(id)
      expect(row).toMatchObject({ term: 2, term_start: first.term_end, paid: 2 * PRICE, status: 'active' })
      expect(row.term_end).toBe(addMonths(TEST_NOW, 2))
      const paid = app.db.selectFrom('top_ups').selectAll().where('subscription_id', '=', id).orderBy('id')
      const same = { amount: PRICE, money_cents: 1200, status: 'success', card_ref: card }
      expect(await paid.execute()).toMatchObject([
        { ...same, term: 1, trade_no },
        { ...same, term: 2, trade_no: `${trade_no}R1`, payment_ref: invoice.payment_intent },
      ])
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
      expect(await sentences()).toContainEqual(expect.stringContaining('was renewed for 12.00 USD by card'))
      expect(await audit(database.storage, now)).toEqual([])
    })

    test('are renewed by an invoice that comes before the session’s event, and by one that nobody reports', async () => {
      const trade_no = await order(await makePlan())
      const session = stripe.pay(trade_no)
      const card = String(session.subscription)
      expect(await report('invoice.paid', { id: session.invoice })).toBe(200)
      const [{ id } = { id: 0 }] = await own()
      expect(await rowOf(id)).toMatchObject({ term: 1, renews: 1, card_ref: card })
      expect(await report('checkout.session.completed', session)).toBe(200)
      expect(await own()).toHaveLength(1)
      now = addMonths(TEST_NOW, 1) + HOUR
      stripe.renew(card)
      await runJob()
      expect(await rowOf(id)).toMatchObject({ term: 2, paid: 2 * PRICE })
      stripe.asked.length = 0
      await runJob()
      expect(stripe.asked).toEqual([])
    })

    test('go on for two days while the card is charged, and stop at once if that fails', async () => {
      const { id, card } = await started()
      const pays = async () => (await heldSubscriptions(app.db, userId))[0]?.isOver(now) === false
      now = addMonths(TEST_NOW, 1) + HOUR
      expect(await pays()).toBe(true)
      now += 2 * DAY
      expect(await pays()).toBe(false)
      now -= DAY
      expect(await pays()).toBe(true)
      const open = stripe.renew(card, { status: 'open', amount_paid: 0, payment_intent: null })
      await reportInvoice('invoice.payment_failed', open)
      await reportInvoice('invoice.payment_failed', open)
      expect([await pays(), (await rowOf(id)).card_failed]).toEqual([false, 1])
      expect((await sentences()).filter(text => text.startsWith('The card could not be charged'))).toHaveLength(1)
      await runTerms()
      expect((await rowOf(id)).status).toBe('active')
      // The card was exchanged at Stripe.
      Object.assign(open, { status: 'paid', amount_paid: 1200, payment_intent: 'pi_again' })
      await reportInvoice('invoice.paid', open)
      expect([await pays(), (await rowOf(id)).card_failed, (await rowOf(id)).term]).toEqual([true, 0, 2])
    })

    test('end unpaid when Stripe gives up', async () => {
      const { id, card } = await started()
      now = addMonths(TEST_NOW, 1) + HOUR
      const open = stripe.renew(card, { status: 'open', amount_paid: 0, payment_intent: null })
      await reportInvoice('invoice.payment_failed', open)
      Object.assign(stripe.subscriptions.get(card) ?? {}, { status: 'canceled' })
      expect(await report('customer.subscription.deleted', { id: card })).toBe(200)
      await runTerms()
      expect(await rowOf(id)).toMatchObject({ status: 'ended', end_reason: 'unpaid', card_ref: '' })
    })

    test('of another amount renew nothing, unsigned reports neither', async () => {
      const { id, card } = await started()
      now = addMonths(TEST_NOW, 1) + HOUR
      await reportInvoice('invoice.paid', stripe.renew(card, { amount_paid: 1 }))
      await reportInvoice('invoice.paid', stripe.renew(card, { currency: 'eur' }))
      expect(await report('invoice.paid', { id: stripe.renew(card).id }, 'whsec_other')).toBe(400)
      expect(await report('invoice.paid', { id: 'in_unknown' })).toBe(500)
      expect(await report('invoice.paid', { id: '../refunds' })).toBe(500)
      expect(await rowOf(id)).toMatchObject({ term: 1, paid: PRICE })
    })

    test('are not renewed from the day that their owner says so, here or at Stripe', async () => {
      const { id, card } = await started()
      const at = () => stripe.subscriptions.get(card)?.cancel_at_period_end
      const change = (renews: boolean) => user('PUT', `/api/subscription/self/${id}`, { body: { renews } })
      await change(false)
      stripe.failNext(500)
      await runJob()
      expect(at()).toBe(false)
      now += HOUR
      await runJob()
      expect(at()).toBe(true)
      await change(true)
      // A late report of what Stripe was told before.
      await report('customer.subscription.updated', { id: card })
      expect((await rowOf(id)).renews).toBe(1)
      await runJob()
      expect(at()).toBe(false)
      Object.assign(stripe.subscriptions.get(card) ?? {}, { cancel_at_period_end: true })
      await report('customer.subscription.updated', { id: card })
      expect(await rowOf(id)).toMatchObject({ renews: 0, card_told: 0 })
      now = addMonths(TEST_NOW, 1)
      await runTerms()
      expect(await rowOf(id)).toMatchObject({ status: 'ended', end_reason: 'over' })
    })

    test('end at Stripe when they end here, and what it charged meanwhile becomes balance', async () => {
      const { id, card } = await started()
      await user('DELETE', `/api/subscription/self/${id}`)
      const invoice = stripe.renew(card)
      await reportInvoice('invoice.paid', invoice)
      await reportInvoice('invoice.paid', invoice)
      expect(stripe.subscriptions.get(card)?.status).toBe('canceled')
      expect([(await wallet()).quota, (await rowOf(id)).status]).toEqual([PRICE, 'ended'])
      expect(await sentences()).toContainEqual(expect.stringContaining('had ended when its renewal was paid'))
    })

    test('end at Stripe by the job when they are upgraded or their user is deleted', async () => {
      const { id, card } = await started()
      const pro = await makePlan({ name: 'Max', price: 2 * PRICE })
      await credit(app.db, { userId, amount: 2 * PRICE, reference: `grant:${Math.random()}`, now })
      const body = { plan_id: pro.id, due: 2 * PRICE }
      expect((await user('POST', `/api/subscription/self/${id}/upgrade`, { body })).success).toBe(true)
      await runJob()
      expect(stripe.subscriptions.get(card)?.status).toBe('canceled')
      expect((await own())[0]).toMatchObject({ name: 'Max', by_card: false, renews: true })
      const other = await started()
      await app.db.updateTable('users').set({ deleted_at: now }).where('id', '=', userId).execute()
      now += HOUR
      await runJob()
      expect(stripe.subscriptions.get(other.card)?.status).toBe('canceled')
    })

    test('that cannot begin are ended at Stripe, and their payment is balance', async () => {
      const plan = await makePlan({ stock: 1 })
      const trade_no = await order(plan)
      await app.db.updateTable('plans').set({ sold: 1 }).where('id', '=', plan.id).execute()
      const session = stripe.pay(trade_no)
      for (let times = 0; times < 2; times += 1) await report('checkout.session.completed', session)
      expect([await own(), (await wallet()).quota]).toEqual([[], PRICE])
      expect(stripe.subscriptions.get(String(session.subscription))?.status).toBe('canceled')
    })

    test('end when a renewal is paid back, which takes back what its term has not used', async () => {
      const { id, card } = await started()
      await app.db.updateTable('subscriptions').set({ used: 900_000 }).where('id', '=', id).execute()
      now = addMonths(TEST_NOW, 1) + HOUR
      const invoice = stripe.renew(card)
      // The report of its refund comes first.
      const charge = { ...stripe.charge({ ...invoice, amount_total: 1200 }), amount_refunded: 1200 }
      expect(await report('charge.refunded', charge)).toBe(200)
      expect(await rowOf(id)).toMatchObject({ term: 2, status: 'ended', end_reason: 'paid_back', paid: PRICE })
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
      await reportInvoice('invoice.paid', invoice)
      expect([await wallet(), (await rowOf(id)).term]).toEqual([{ quota: 0, owed: 0 }, 2])
      await app.db.updateTable('subscriptions').set({ used: 0 }).where('id', '=', id).execute()
    })

    test('freeze with a dispute of a renewal; the first payment’s touches only its own term', async () => {
      const { id, card, session } = await started()
      now = addMonths(TEST_NOW, 1) + HOUR
      const invoice = stripe.renew(card)
      await reportInvoice('invoice.paid', invoice)
      const [{ payment_ref } = { payment_ref: '' }] = await app.db
        .selectFrom('top_ups')
        .select('payment_ref')
        .where('provider_ref', '=', session.id)
        .execute()
      const first = { payment_intent: payment_ref, amount_total: 1200, currency: 'usd' }
      await report('charge.refunded', { ...stripe.charge(first), amount_refunded: 1200 })
      expect([(await rowOf(id)).status, await wallet()]).toEqual(['active', { quota: 0, owed: PRICE }])
      await report('charge.dispute.created', stripe.dispute({ ...invoice, amount_total: 1200 }))
      expect(await rowOf(id)).toMatchObject({ status: 'ended', end_reason: 'paid_back' })
      const { status } = await app.db
        .selectFrom('users')
        .select('status')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      expect([status === 1, (await wallet()).owed]).toEqual([false, PRICE])
      await runJob()
      expect(stripe.subscriptions.get(card)?.status).toBe('canceled')
    })
  })
}
