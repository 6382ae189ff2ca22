import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Order, Page, Plan, Subscription, Team, UpgradeQuote } from '@tollgate/contract'
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
import { windowsAt } from '../../ledger/index.ts'
import { settleTerms } from '../../plans/renew.ts'
import { findSubscription, type SubscriptionRow } from '../../plans/store.ts'

/** Five dollars of quota, and ten. */
const [BASIC, PRO] = [2_500_000, 5_000_000]
const DUE = PRO - BASIC
const HOUR = 3_600

for (const { kind, open } of databases()) {
  describe(`upgrades bought by payment on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let router: ReturnType<typeof mount>
    let [admin, user]: ConsoleClient[] = []
    let userId: number
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
      const rateLimiter = makeRateLimiter(() => now)
      app = await testApp(database, { rateLimiter, now: () => now, log: pino({ level: 'silent' }) })
      const options = {
        ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, ServerAddress: 'https://gateway.example' },
        ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret },
        ...{ StripeApiAddress: stripe.url, StripePrice: '1.2' },
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
      router = mount(endpoints, app)
      admin = await signedIn(app, endpoints, 'admin')
      user = await signedIn(app, endpoints, 'user')
      userId = ((await ask('GET', '/api/user/self')).data as { id: number }).id
    })
    afterAll(async () => {
      epay.stop()
      stripe.stop()
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      await database.close()
    })

    const ask = (method: string, path: string, body?: object, client = user) => {
      if (!client) throw new Error('nobody is signed in')
      return client(method, path, body && { body })
    }
    const makePlan = async (name: string, price: number, more: object = {}) =>
      (await ask('POST', '/api/plan/', { name, price, period: 'month', day: 2_000_000, ...more }, admin)).data as Plan
    const orders = async (client = user) =>
      ((await ask('GET', '/api/user/topup/self', undefined, client)).data as Page<Order>).items
    const own = (id = userId) =>
      app.db.selectFrom('subscriptions').selectAll().where('user_id', '=', id).orderBy('id', 'desc').execute()
    const running = async () => (await own()).filter(({ status }) => status === 'active')
    const wallet = (id = userId) =>
      app.db.selectFrom('users').select(['quota', 'owed']).where('id', '=', id).executeTakeFirstOrThrow()
    const sentences = async () =>
      (await app.db.selectFrom('logs').select('content').orderBy('id').execute()).map(({ content }) => content)
    const send = async (method: string, path: string, body?: string, headers = {}) => {
      const request = new Request(`http://gateway.test${path}`, { method, body, headers })
      return (await router.fetch(request, { socketAddress: '192.0.2.1' })).text()
    }
    const report = (type: string, object: Record<string, unknown>) => {
      const { body, signature } = stripe.event(type, object, now)
      return send('POST', '/api/user/stripe/notify', body, { 'stripe-signature': signature })
    }
    const pay = (trade_no: string) => report('checkout.session.completed', stripe.pay(trade_no))
    /** A user's running plan, paid by Stripe, and one to move to. */
    async function subscribed(more: object = {}) {
      const [basic, pro] = [await makePlan('Basic', BASIC), await makePlan('Pro', PRO, more)]
      await ask('POST', '/api/subscription/self/order', { plan_id: basic.id, payment_method: 'stripe' })
      const [first] = await orders()
      await pay(first?.trade_no ?? '')
      const [old] = await running()
      if (!old || !first) throw new Error('no plan began')
      return { old, pro, first }
    }
    const order = (old: SubscriptionRow, plan: Plan, more: object = {}) =>
      ask('POST', '/api/subscription/self/order', {
        ...{ plan_id: plan.id, payment_method: 'stripe', upgrades: old.id, ...more },
      })
    const ordered = async (old: SubscriptionRow, plan: Plan, more: object = {}) => {
      expect(await order(old, plan, more)).toMatchObject({ success: true })
      return (await orders())[0]?.trade_no ?? ''
    }

    test('cost the difference, and begin once, however often the payment is reported and before the buyer returns', async () => {
      const { old, pro } = await subscribed({ stock: 3 })
      const quote = (await ask('GET', `/api/subscription/self/${old.id}/upgrade?plan_id=${pro.id}`))
        .data as UpgradeQuote
      expect(quote).toMatchObject({ unused: BASIC, due: DUE })
      expect(quote.payments).toEqual([
        { method: 'zfb', money_cents: 3650, currency: '', by_card: false },
        { method: 'wx', money_cents: 3650, currency: '', by_card: false },
        { method: 'stripe', money_cents: 600, currency: 'usd', by_card: false },
      ])
      now += 200
      const trade_no = await ordered(old, pro, { at: quote.at, money_cents: 600, currency: 'usd' })
      const session = stripe.pay(trade_no)
      // A payment page may be open for hours.
      now += 8 * HOUR
      await Promise.all([1, 2, 3].map(() => report('checkout.session.completed', session)))
      expect(await ask('POST', '/api/user/topup/self/settle', { trade_no })).toMatchObject({
        data: { status: 'success', plan: 'Pro', quota: DUE },
      })
      expect(await running()).toMatchObject([{ name: 'Pro', paid: PRO, term_start: now }])
      expect((await own()).find(({ id }) => id === old.id)).toMatchObject({
        status: 'ended',
        end_reason: 'upgraded',
        paid: 0,
      })
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
      expect((await sentences()).at(-1)).toBe(`A plan was upgraded to Pro for 6.00 USD, order ${trade_no}`)
    })

    test('that are never reported begin when their buyer asks, or are completed by hand', async () => {
      const asked = await subscribed()
      const trade_no = await ordered(asked.old, asked.pro)
      stripe.pay(trade_no)
      await ask('POST', '/api/user/topup/self/settle', { trade_no })
      expect(await running()).toMatchObject([{ name: 'Pro' }])

      user = await signedIn(app, endpoints, 'user')
      userId = ((await ask('GET', '/api/user/self')).data as { id: number }).id
      const other = await subscribed()
      await ordered(other.old, other.pro)
      const [{ id } = { id: 0 }] = await orders()
      await ask('POST', `/api/order/${id}/complete`, { reason: 'paid at the desk' }, admin)
      expect(await running()).toMatchObject([{ name: 'Pro' }])
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
    })

    test('begin by an Epay callback', async () => {
      const { old, pro } = await subscribed()
      const { data } = await order(old, pro, { payment_method: 'zfb' })
      const { fields } = data as { fields: Record<string, string> }
      expect(fields).toMatchObject({ name: 'Pro', money: '36.50' })
      const callback = new URLSearchParams(epay.callback(fields))
      for (let time = 0; time < 2; time++)
        expect(await send('GET', `/api/user/epay/notify?${callback}`)).toBe('success')
      expect(await running()).toMatchObject([{ name: 'Pro', paid: PRO }])
    })

    test('paid in another amount, currency, way or session than ordered begin nothing', async () => {
      const { old, pro, first } = await subscribed()
      const trade_no = await ordered(old, pro)
      const { data } = await order(old, pro, { payment_method: 'zfb' })
      const { fields } = data as { fields: Record<string, string> }
      const session = stripe.pay(trade_no)
      const settled = stripe.pay(first.trade_no)
      const sessions: object[] = [
        { amount_total: 599 },
        { amount_total: 1 },
        { amount_total: null },
        { currency: 'jpy' },
        { payment_status: 'unpaid' },
        { payment_status: 'no_payment_required' },
        { id: 'cs_other' },
        { client_reference_id: first.trade_no },
        { ...settled, client_reference_id: trade_no },
      ]
      for (const change of sessions) await report('checkout.session.completed', { ...session, ...change })
      const callbacks: Record<string, string>[] = [
        { money: '36.49' },
        { money: '36.500' },
        { money: '3650' },
        { money: '' },
        { type: 'wxpay' },
        { pid: '9' },
        { trade_status: 'WAIT_BUYER_PAY' },
        { out_trade_no: trade_no },
      ]
      for (const change of callbacks) {
        const callback = new URLSearchParams(epay.callback(fields, change))
        expect(await send('GET', `/api/user/epay/notify?${callback}`)).toBe('fail')
      }
      const signed = new URLSearchParams({ ...epay.callback(fields, { money: '0.01' }), money: fields.money ?? '' })
      expect(await send('POST', '/api/user/epay/notify', signed.toString())).toBe('fail')
      expect(await running()).toMatchObject([{ name: 'Basic', paid: BASIC }])
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
    })

    test('whose counted rest was used, ended or renewed before they are paid become balance, with a sentence', async () => {
      const changes: Record<string, (old: SubscriptionRow) => Promise<() => Promise<unknown>>> = {
        async used({ id }) {
          const row = await findSubscription(app.db, id)
          const [window] = row ? windowsAt(row, now) : []
          const period = {
            id: window?.id ?? 0,
            owner: 'subscription' as const,
            owner_id: id,
            start_day: 0,
            spent: 1_000_000,
          }
          await app.db.insertInto('spending_periods').values(period).execute()
          return () => app.db.deleteFrom('spending_periods').where('id', '=', period.id).execute()
        },
        async ended({ id }) {
          await ask('DELETE', `/api/subscription/self/${id}`)
          return async () => undefined
        },
        async renewed({ id, term_end }) {
          await ask('POST', `/api/user/${userId}/quota`, { mode: 'add', value: BASIC }, admin)
          await ask('PUT', `/api/subscription/self/${id}`, { renews: true })
          now = term_end
          await settleTerms(app, new AbortController().signal, () => undefined)
          return async () => undefined
        },
        async 'a day has passed'() {
          now += 30 * HOUR
          return async () => undefined
        },
      }
      for (const [what, change] of Object.entries(changes)) {
        now = TEST_NOW
        user = await signedIn(app, endpoints, 'user')
        userId = ((await ask('GET', '/api/user/self')).data as { id: number }).id
        const { old, pro } = await subscribed()
        const trade_no = await ordered(old, pro)
        const undo = await change(old)
        await pay(trade_no)
        await pay(trade_no)
        expect([what, await wallet()]).toEqual([what, { quota: DUE, owed: 0 }])
        expect((await running()).map(({ name }) => name)).toEqual(what === 'ended' ? [] : ['Basic'])
        expect((await sentences()).at(-1)).toBe(
          `The old plan had ended or had less left when the payment for Pro came: the 6.00 USD of order ${trade_no} are $5.00 of balance`,
        )
        await undo()
      }
    })

    test('paid twice begin once, and the second payment becomes balance', async () => {
      const { old, pro } = await subscribed()
      const [one, other] = [await ordered(old, pro), await ordered(old, pro)]
      await Promise.all([pay(one), pay(other)])
      expect(await running()).toMatchObject([{ name: 'Pro' }])
      expect(await wallet()).toEqual({ quota: DUE, owed: 0 })
    })

    test('sold out by then become balance, and the old plan goes on', async () => {
      const { old, pro } = await subscribed({ stock: 1 })
      const trade_no = await ordered(old, pro)
      await app.db.updateTable('plans').set({ sold: 1 }).where('id', '=', pro.id).execute()
      await pay(trade_no)
      expect(await running()).toMatchObject([{ name: 'Basic', paid: BASIC }])
      expect(await wallet()).toEqual({ quota: DUE, owed: 0 })
    })

    test('back to a plan that is sold out by then are paid and take nothing from its stock', async () => {
      const { old, pro } = await subscribed()
      await app.db.updateTable('plans').set({ stock: 1 }).where('id', '=', old.plan_id).execute()
      const sold = async () =>
        (await app.db.selectFrom('plans').select('sold').where('id', '=', old.plan_id).executeTakeFirst())?.sold
      const before = await sold()
      expect(before).toBe(1)
      await pay(await ordered(old, pro))
      const [upgraded] = await running()
      const dearer = { price: 3 * PRO }
      await app.db.updateTable('plans').set(dearer).where('id', '=', old.plan_id).execute()
      if (!upgraded) throw new Error('nothing runs')
      await pay(await ordered(upgraded, { ...pro, id: old.plan_id }))
      expect(await running()).toMatchObject([{ name: 'Basic', paid: 3 * PRO }])
      expect(await sold()).toBe(1)
    })

    test('are refused before anybody pays where they cannot be', async () => {
      const { old, pro } = await subscribed()
      const codes = async (more: object) => (await order(old, pro, more)).code
      expect(await codes({ upgrades: old.id + 999 })).toBe('subscription_not_found')
      expect(await codes({ plan_id: old.plan_id })).toBe('plan_upgrade_same')
      expect(await codes({ by_card: true })).toBe('plan_not_by_card')
      expect(await codes({ money_cents: 599, currency: 'usd' })).toBe('plan_price_changed')
      const cheap = await makePlan('Cheap', 1_000)
      expect((await order(old, cheap)).code).toBe('plan_not_by_payment')
      const stranger = await signedIn(app, endpoints, 'user')
      const body = { plan_id: pro.id, payment_method: 'stripe', upgrades: old.id }
      expect((await stranger('POST', '/api/subscription/self/order', { body })).code).toBe('subscription_not_found')
      expect(await orders()).toHaveLength(1)
    })

    test('that are paid back end, and what the old plan had left stays', async () => {
      const { old, pro, first } = await subscribed()
      const trade_no = await ordered(old, pro)
      await pay(trade_no)
      const charge = { ...stripe.charge(stripe.pay(trade_no)), amount_refunded: 600 }
      for (let time = 0; time < 2; time++) await report('charge.refunded', charge)
      expect(await running()).toEqual([])
      expect(await wallet()).toEqual({ quota: BASIC, owed: 0 })
      await report('charge.refunded', { ...stripe.charge(stripe.pay(first.trade_no)), amount_refunded: 600 })
      expect(await wallet()).toEqual({ quota: 0, owed: 0 })
    })

    test('of a team are paid by a member, and count what the team had paid; a dispute returns that to the team', async () => {
      const { id: team } = (await ask('POST', '/api/team/', { name: 'Crew' })).data as Team
      await ask('POST', `/api/user/${team}/quota`, { mode: 'add', value: BASIC }, admin)
      const [basic, pro] = [await makePlan('Basic', BASIC), await makePlan('Pro', PRO)]
      const old = (await ask('POST', `/api/team/${team}/plans`, { plan_id: basic.id })).data as Subscription
      const body = { plan_id: pro.id, payment_method: 'stripe', upgrades: old.id }
      // The buyer's own plans are others.
      expect((await ask('POST', '/api/subscription/self/order', body)).code).toBe('subscription_not_found')
      expect(await ask('POST', `/api/team/${team}/plans/order`, body)).toMatchObject({ success: true })
      const trade_no = (await orders())[0]?.trade_no ?? ''
      await pay(trade_no)
      expect(await own(team)).toMatchObject([
        { name: 'Pro', status: 'active', paid: PRO },
        { name: 'Basic', status: 'ended', paid: 0 },
      ])
      expect([await wallet(), await wallet(team)]).toEqual([
        { quota: 0, owed: 0 },
        { quota: 0, owed: 0 },
      ])
      expect((await sentences()).at(-1)).toBe(
        `A plan of the team Crew was upgraded to Pro for 6.00 USD, order ${trade_no}`,
      )
      await report('charge.dispute.created', stripe.dispute(stripe.pay(trade_no)))
      expect(await own(team)).toMatchObject([{ status: 'ended' }, { status: 'ended' }])
      expect([await wallet(), await wallet(team)]).toEqual([
        { quota: 0, owed: 0 },
        { quota: BASIC, owed: 0 },
      ])
    })
  })
}
