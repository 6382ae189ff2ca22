import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type {
  Offer,
  Order,
  Page,
  Plan,
  Subscription,
  Team,
  TeamInvitation,
  TeamPlan,
  UpgradeQuote,
} from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type StandInStripe, startStripe } from '../../../test/support/stripe.ts'
import { audit } from '../../money/ledger/audit.ts'
import { addMonths, credit } from '../../money/ledger/index.ts'
import { settleCards } from '../../money/payment/settle-cards.ts'
import { heldSubscriptions } from '../../money/plans/held-subscription.ts'
import { settleTerms } from '../../money/plans/renew.ts'
import { mount } from '../../platform/http/mount.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const PRICE = 5_000_000
const BALANCE = 2.5 * PRICE

for (const { kind, open } of databases()) {
  describe(`plans of teams on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let router: ReturnType<typeof mount>
    let stripe: StandInStripe
    let now: number
    let [root, owner, admin, member, stranger]: ConsoleClient[] = []
    let [ownerId, adminId, memberId] = [0, 0, 0]
    let team: Team
    beforeAll(async () => {
      database = await open()
      stripe = await startStripe()
    })
    beforeEach(async () => {
      await database.storage.db.deleteFrom('options').execute()
      now = TEST_NOW
      app = await testApp(database, { rateLimiter: makeRateLimiter(() => now), now: () => now })
      const options = {
        ...{ StripeSecretKey: stripe.secretKey, StripeWebhookSecret: stripe.webhookSecret },
        ...{ StripeApiAddress: stripe.url, StripePrice: '1.2', ServerAddress: 'https://gateway.example' },
      }
      for (const [key, value] of Object.entries(options)) await app.options.set(key, value)
      router = mount(endpoints, app)
      root = await signedIn(app, endpoints, 'admin')
      ;[owner, admin, member, stranger] = await Promise.all(
        Array.from({ length: 4 }, () => signedIn(app, endpoints, 'user')),
      )
      ;[ownerId, adminId, memberId] = [await idOf(owner), await idOf(admin), await idOf(member)]
      team = await done<Team>(owner, 'POST', '/api/team/', { name: 'Crawlers' })
      await join(admin, 'admin')
      await join(member)
      await credit(app.db, { userId: team.id, amount: BALANCE, reference: `grant:team:${team.id}`, now })
    })
    afterAll(async () => {
      stripe.stop()
      expect(await audit(database.storage, now)).toEqual([])
      await database.close()
    })

    const sent = (client: ConsoleClient | undefined, method: string, path: string, body?: unknown) => {
      if (!client) throw new Error('nobody')
      return client(method, path, { body })
    }
    async function done<Data>(...call: Parameters<typeof sent>): Promise<Data> {
      const answer = await sent(...call)
      if (!answer.success) throw new Error(`${call[1]} ${call[2]}: ${answer.message}`)
      return answer.data as Data
    }
    const codeOf = async (...call: Parameters<typeof sent>) => (await sent(...call)).code
    const idOf = async (client: ConsoleClient | undefined) =>
      (await done<{ id: number }>(client, 'GET', '/api/user/self')).id
    const of = (path = '') => `/api/team/${team.id}/plans${path}`
    const join = async (client: ConsoleClient | undefined, role = 'member') => {
      const path = `/api/team/${team.id}/invitations`
      const { code } = await done<TeamInvitation & { code: string }>(owner, 'POST', path, { role })
      await done(client, 'POST', '/api/team/invitation/accept', { code })
    }
    const makePlan = (more: object = {}) =>
      done<Plan>(root, 'POST', '/api/plan/', { name: 'Pro', price: PRICE, period: 'month', day: 900, ...more })
    const buy = (plan: Plan, more: object = {}, by = owner) => sent(by, 'POST', of(), { plan_id: plan.id, ...more })
    const bought = async (more: object = {}) => (await buy(await makePlan(more))).data as TeamPlan
    const seat = (plan: { id: number }, userId: number, by = owner, method = 'PUT') =>
      sent(by, method, of(`/${plan.id}/seats/${userId}`))
    const plans = (by = owner) => done<TeamPlan[]>(by, 'GET', of())
    const account = (id: number) =>
      app.db.selectFrom('users').select(['quota', 'owed']).where('id', '=', id).executeTakeFirstOrThrow()
    /** The plans that pay for a member's calls. */
    const drawn = async (userId: number) => (await heldSubscriptions(app.db, team.id, userId)).map(({ id }) => id)
    const report = async (type: string, object: Record<string, unknown>) => {
      const { body, signature } = stripe.event(type, object, now)
      const headers = { 'stripe-signature': signature }
      const request = new Request('http://gateway.test/api/user/stripe/notify', { method: 'POST', body, headers })
      return (await router.fetch(request, { socketAddress: '192.0.2.1' })).text()
    }
    const ordersOf = async (client: ConsoleClient | undefined) =>
      (await done<Page<Order>>(client, 'GET', '/api/user/topup/self')).items
    /** Orders a plan for the team; returns the order's number. */
    const order = async (plan: Plan, by = admin) => {
      await done(by, 'POST', of('/order'), { plan_id: plan.id, payment_method: 'stripe' })
      return (await ordersOf(by))[0]?.trade_no ?? ''
    }
    const pay = (trade_no: string) => report('checkout.session.completed', stripe.pay(trade_no))

    test('are bought with its wallet by its owner or an administrator, and seen by all members', async () => {
      const plan = await makePlan()
      const offers = await done<Offer[]>(admin, 'GET', of('/shop'))
      expect(offers.find(({ id }) => id === plan.id)).toMatchObject({ price: PRICE, trial_days: 0 })
      expect(await buy(plan, { renews: true }, admin)).toMatchObject({
        data: { user_id: team.id, source: 'bought', paid: PRICE, renews: true, seats: null, seated: [] },
      })
      expect([await account(team.id), (await account(adminId)).quota]).toEqual([{ quota: BALANCE - PRICE, owed: 0 }, 0])
      expect(await plans(member)).toMatchObject([{ name: 'Pro', windows: [{ window: 'day', limit: 900, used: 0 }] }])
      const row = await app.db.selectFrom('logs').select('content').orderBy('id', 'desc').executeTakeFirst()
      expect(row?.content).toMatch(/^The plan Pro was bought for the team by \S+ for /)
      now = addMonths(TEST_NOW, 1)
      await settleTerms(app, new AbortController().signal, () => undefined)
      const renewed = await app.db
        .selectFrom('subscriptions')
        .select(['term', 'paid'])
        .where('user_id', '=', team.id)
        .execute()
      expect(renewed).toEqual([{ term: 2, paid: 2 * PRICE }])
      expect((await account(team.id)).quota).toBe(BALANCE - 2 * PRICE)
    })

    test('are not bought, changed or ended by members, administrators with a budget and strangers', async () => {
      const plan = await makePlan()
      const own = await bought()
      const acts = (by: ConsoleClient | undefined) =>
        Promise.all([
          codeOf(by, 'POST', of(), { plan_id: plan.id }),
          codeOf(by, 'POST', of('/order'), { plan_id: plan.id, payment_method: 'stripe' }),
          codeOf(by, 'PUT', of(`/${own.id}`), { renews: true }),
          codeOf(by, 'DELETE', of(`/${own.id}`)),
          codeOf(by, 'GET', of(`/${own.id}/upgrade?plan_id=${plan.id}`)),
          codeOf(by, 'POST', of(`/${own.id}/upgrade`), { plan_id: plan.id, due: PRICE }),
        ])
      const all = (code: string): Awaited<ReturnType<typeof acts>> => [code, code, code, code, code, code]
      expect(await acts(member)).toEqual(all('team_role_too_low'))
      expect(await acts(stranger)).toEqual(all('team_not_found'))
      await done(owner, 'PUT', `/api/team/${team.id}/members/${adminId}`, { quota_period: 'day', period_quota: 5 })
      expect(await acts(admin)).toEqual(all('team_spending_limited'))
      expect(await codeOf(stranger, 'GET', of())).toBe('team_not_found')
      expect(await codeOf(member, 'GET', of('/shop'))).toBe('team_role_too_low')
      expect([await plans(), (await account(team.id)).quota]).toMatchObject([[{ renews: false }], BALANCE - PRICE])
    })

    test('and those of a user or of another team are kept apart', async () => {
      const own = await bought()
      const other = await done<Team>(stranger, 'POST', '/api/team/', { name: 'Others' })
      const calls = [
        ['PUT', `/api/team/${other.id}/plans/${own.id}`, { renews: true }],
        ['DELETE', `/api/team/${other.id}/plans/${own.id}`],
        ['PUT', `/api/team/${other.id}/plans/${own.id}/seats/${ownerId}`],
        ['PUT', `/api/subscription/self/${own.id}`, { renews: true }],
        ['DELETE', `/api/subscription/self/${own.id}`],
      ] as const
      for (const [method, path, body] of calls)
        expect(await codeOf(stranger, method, path, body)).toBe('subscription_not_found')
      expect(await done<Subscription[]>(owner, 'GET', '/api/subscription/self')).toEqual([])
    })

    test('that are free, dearer than shown or too dear are refused, and there is no trial', async () => {
      const code = async (plan: Plan, more: object = {}) => (await buy(plan, more)).code
      expect(await code(await makePlan({ price: 0 }))).toBe('plan_free_for_teams')
      expect(await code(await makePlan(), { price: PRICE - 1 })).toBe('plan_price_changed')
      expect(await code(await makePlan({ price: 3 * PRICE }))).toBe('plan_too_dear')
      expect((await buy(await makePlan({ trial_days: 7 }), { trial: true })).data).toMatchObject({ paid: PRICE })
      const codes = async (seats: unknown) =>
        codeOf(root, 'POST', '/api/plan/', { name: 'Odd', price: 1, period: 'once', day: 1, seats })
      for (const seats of [0, -1, 1.5, 501, 1e300]) expect(await codes(seats)).toBe('input_invalid')
    })

    test('are sold to a wallet for two only twice, whoever of the team tries at once', async () => {
      const plan = await makePlan()
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => buy(plan, {}, at % 2 ? owner : admin)))
      expect(answers.filter(({ success }) => success)).toHaveLength(2)
      expect((await account(team.id)).quota).toBe(BALANCE - 2 * PRICE)
    })

    test('are given by site administrators', async () => {
      const plan = await makePlan({ seats: 2 })
      await done(root, 'POST', '/api/subscription/', { plan_id: plan.id, user_id: team.id, reason: 'a prize' })
      expect(await plans(member)).toMatchObject([{ source: 'given', seats: 2, paid: 0 }])
    })

    test('with seats pay only for members who have one, also after they come back', async () => {
      const own = await bought({ seats: 2 })
      expect([await drawn(memberId), await drawn(ownerId)]).toEqual([[], []])
      expect(await seat(own, memberId, member)).toMatchObject({ data: { seated: [{ user_id: memberId }] } })
      expect([await drawn(memberId), await drawn(ownerId)]).toEqual([[own.id], []])
      expect(await seat(own, memberId, member)).toMatchObject({ data: { seated: [{ user_id: memberId }] } })
      await done(member, 'POST', `/api/team/${team.id}/leave`, {})
      expect((await plans())[0]?.seated).toEqual([])
      expect(await codeOf(owner, 'PUT', of(`/${own.id}/seats/${memberId}`))).toBe('team_member_not_found')
      await join(member)
      expect(await drawn(memberId)).toEqual([])
    })

    test('give the last seat to one of all who ask at once; the others get a sentence', async () => {
      const own = await bought({ seats: 1 })
      const answers = await Promise.all([
        seat(own, ownerId, owner),
        seat(own, adminId, admin),
        seat(own, memberId, member),
        seat(own, adminId, owner),
      ])
      const taken = (await plans())[0]?.seated ?? []
      expect(taken).toHaveLength(1)
      for (const { success, code, message } of answers.filter(({ success }) => !success))
        expect([success, code, message]).toEqual([false, 'plan_seats_taken', 'All seats of the plan Pro are taken (1)'])
      expect(answers.filter(({ success }) => success).length).toBeGreaterThanOrEqual(1)
      expect((await Promise.all([ownerId, adminId, memberId].map(drawn))).flat()).toEqual([own.id])
    })

    test('whose seats are assigned take nobody who is not given one', async () => {
      const own = await bought({ seats: 2 })
      await done(owner, 'PUT', of(`/${own.id}`), { seats_open: false })
      expect((await seat(own, memberId, member)).code).toBe('plan_seats_assigned')
      expect((await seat(own, memberId, admin)).data).toMatchObject({ seated: [{ user_id: memberId }] })
      expect((await seat(own, adminId, member)).code).toBe('team_role_too_low')
      expect((await seat(own, adminId, member, 'DELETE')).code).toBe('team_role_too_low')
      expect((await seat(own, memberId, member, 'DELETE')).data).toMatchObject({ seated: [] })
      expect((await seat(await bought(), memberId, member)).code).toBe('plan_without_seats')
    })

    test('begin once by a member’s payment, which the team’s wallet does not notice', async () => {
      const trade_no = await order(await makePlan({ stock: 5, seats: 3 }))
      expect(await Promise.all(Array.from({ length: 4 }, () => pay(trade_no)))).toEqual(Array(4).fill('success'))
      expect(await plans(member)).toMatchObject([{ user_id: team.id, paid: PRICE, seats: 3 }])
      expect([await account(team.id), await account(adminId)]).toEqual([
        { quota: BALANCE, owed: 0 },
        { quota: 0, owed: 0 },
      ])
      const row = await app.db.selectFrom('logs').select('content').orderBy('id', 'desc').executeTakeFirst()
      expect(row?.content).toBe(`The plan Pro was bought for the team Crawlers for 12.00 USD, order ${trade_no}`)
    })

    test('become the buyer’s balance if they left the team or it was dissolved before the payment came', async () => {
      const [first, second] = [await order(await makePlan()), await order(await makePlan(), owner)]
      await done(admin, 'POST', `/api/team/${team.id}/leave`, {})
      await pay(first)
      expect((await account(adminId)).quota).toBe(PRICE)
      expect(await plans()).toEqual([])
      await done(owner, 'DELETE', `/api/team/${team.id}`)
      await pay(second)
      expect((await account(ownerId)).quota).toBe(BALANCE + PRICE)
      const { content } = await app.db
        .selectFrom('logs')
        .select('content')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(content).toContain('could not begin for the team Crawlers')
    })

    test('become the buyer’s balance if they may no longer spend for the team when the payment comes', async () => {
      const own = (await buy(await makePlan())).data as TeamPlan
      const [other, large] = [await makePlan({ name: 'Other' }), await makePlan({ name: 'Max', price: 2 * PRICE })]
      const member = (body: object) => done(owner, 'PUT', `/api/team/${team.id}/members/${adminId}`, body)
      for (const lost of [{ role: 'member' }, { role: 'admin', quota_period: 'month', period_quota: 1 }]) {
        await member({ role: 'admin', quota_period: '', period_quota: 0 })
        await done(admin, 'POST', of('/order'), { plan_id: large.id, payment_method: 'stripe', upgrades: own.id })
        const [upgrade = { trade_no: '' }] = await ordersOf(admin)
        const begun = await order(other)
        await member(lost)
        const before = (await account(adminId)).quota
        await pay(upgrade.trade_no)
        await pay(begun)
        expect((await account(adminId)).quota).toBe(before + 2 * PRICE)
        expect(await plans()).toMatchObject([{ id: own.id, name: 'Pro', status: 'active' }])
      }
    })

    test('are upgraded with its wallet, and members keep their seats as far as there are some', async () => {
      const [small, large] = [await makePlan({ seats: 2 }), await makePlan({ name: 'Max', price: 2 * PRICE, seats: 1 })]
      const own = (await buy(small)).data as TeamPlan
      for (const id of [memberId, adminId]) {
        await seat(own, id)
        now += 43_200
      }
      const { due, at } = await done<UpgradeQuote>(admin, 'GET', of(`/${own.id}/upgrade?plan_id=${large.id}`))
      expect(due).toBeWithin(PRICE, 1.04 * PRICE)
      const after = await done<TeamPlan>(admin, 'POST', of(`/${own.id}/upgrade`), { plan_id: large.id, due, at })
      expect(after).toMatchObject({ name: 'Max', paid: 2 * PRICE, seats: 1, seated: [{ user_id: memberId }] })
      expect(await account(team.id)).toEqual({ quota: BALANCE - PRICE - due, owed: 0 })
      expect(await drawn(memberId)).toEqual([after.id])
      const row = await app.db.selectFrom('logs').select('content').orderBy('id', 'desc').executeTakeFirst()
      expect(row?.content).toMatch(/^The team’s plan Pro was upgraded to Max by \S+ for /)
    })

    test('upgraded from a buyer’s payment, return the buyer’s part and the team’s when that is paid back', async () => {
      const trade_no = await order(await makePlan({ day: null, total: 1_000 }))
      await pay(trade_no)
      const [own = { id: 0 }] = await plans()
      const large = await makePlan({ name: 'Max', price: 2 * PRICE })
      const after = await done<TeamPlan>(owner, 'POST', of(`/${own.id}/upgrade`), { plan_id: large.id, due: PRICE })
      expect((await account(team.id)).quota).toBe(BALANCE - PRICE)
      const used = PRICE / 2
      await app.db.updateTable('subscriptions').set({ used }).where('id', '=', after.id).execute()
      await report('charge.refunded', { ...stripe.charge(stripe.pay(trade_no)), amount_refunded: 1200 })
      // Half of the price was the buyer's.
      expect([await account(adminId), await account(team.id)]).toEqual([
        { quota: 0, owed: used / 2 },
        { quota: BALANCE - used / 2, owed: 0 },
      ])
      expect(await plans()).toMatchObject([
        { id: after.id, status: 'ended', end_reason: 'paid_back' },
        { id: own.id, status: 'ended', end_reason: 'upgraded' },
      ])
      await app.db.updateTable('subscriptions').set({ used: 0 }).where('id', '=', after.id).execute()
    })

    test('renewed by a member’s card are that member’s to pay until they leave', async () => {
      const plan = await makePlan()
      await done(admin, 'POST', of('/order'), { plan_id: plan.id, payment_method: 'stripe', by_card: true })
      const [{ trade_no } = { trade_no: '' }] = await ordersOf(admin)
      await pay(trade_no)
      expect(await plans()).toMatchObject([{ name: 'Pro', renews: true, by_card: true, user_id: team.id }])
      const card = String(stripe.pay(trade_no).subscription)
      const invoice = stripe.renew(card)
      await report('invoice.paid', { id: invoice.id })
      expect(await plans()).toMatchObject([{ paid: 2 * PRICE }])
      expect([await account(adminId), await account(team.id)]).toEqual([
        { quota: 0, owed: 0 },
        { quota: BALANCE, owed: 0 },
      ])
      const runJob = () => settleCards(app, new AbortController().signal)
      await runJob()
      expect(stripe.subscriptions.get(card)?.status).toBe('active')
      await done(admin, 'POST', `/api/team/${team.id}/leave`, {})
      await runJob()
      expect(stripe.subscriptions.get(card)?.status).toBe('canceled')
      expect(await plans()).toMatchObject([{ status: 'active', renews: false, by_card: false }])
    })

    test('end with their team', async () => {
      const own = await bought({ seats: 2 })
      await done(owner, 'DELETE', `/api/team/${team.id}`)
      const row = await app.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('id', '=', own.id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ status: 'ended', end_reason: 'team_dissolved', renews: 0, ended_at: now })
      const { subscriptions } = await app.db
        .selectFrom('users')
        .select('subscriptions')
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow()
      expect([subscriptions, await drawn(memberId)]).toEqual([0, []])
    })

    test('end when the buyer’s payment is paid back: what the team used of it is the buyer’s debt', async () => {
      const trade_no = await order(await makePlan({ day: PRICE }))
      await pay(trade_no)
      const [own = { id: 0 }] = await plans()
      const used = PRICE / 4
      await app.db.updateTable('subscriptions').set({ used }).where('id', '=', own.id).execute()
      await report('charge.refunded', { ...stripe.charge(stripe.pay(trade_no)), amount_refunded: 1200 })
      expect([await account(adminId), await account(team.id)]).toEqual([
        { quota: 0, owed: used },
        { quota: BALANCE, owed: 0 },
      ])
      expect(await plans()).toMatchObject([{ status: 'ended', end_reason: 'paid_back' }])
      await app.db.updateTable('subscriptions').set({ used: 0 }).where('id', '=', own.id).execute()
    })

    test('end when the payment is disputed, after the buyer has left; the buyer alone is frozen', async () => {
      const trade_no = await order(await makePlan())
      await pay(trade_no)
      await done(admin, 'POST', `/api/team/${team.id}/leave`, {})
      expect(await plans()).toMatchObject([{ status: 'active' }])
      await report('charge.dispute.created', stripe.dispute(stripe.pay(trade_no)))
      expect(await plans()).toMatchObject([{ status: 'ended' }])
      const status = async (id: number) =>
        (await app.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
      expect([await status(adminId), await status(team.id)]).toEqual([2, 1])
    })
  })
}
