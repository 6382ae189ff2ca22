import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Offer, Page, Plan, Subscription, User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { welcome } from '../../people/invites/welcome.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audit } from '../ledger/audit.ts'
import { addMonths, credit } from '../ledger/index.ts'
import { type EndedTerm, settleTerms } from './renew.ts'

const PRICE = 1_000
const BALANCE = 2_500

for (const { kind, open } of databases()) {
  describe(`plans on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let user: ConsoleClient
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      app = await testApp(database, { now: () => now })
      admin = await signedIn(app, endpoints, 'admin')
    })
    beforeEach(async () => {
      now = TEST_NOW
      user = await signedIn(app, endpoints, 'user')
      await credit(app.db, { userId: await idOf(user), amount: BALANCE, reference: `grant:${Math.random()}`, now })
    })
    afterAll(async () => {
      expect(await audit(database.storage, now)).toEqual([])
      await database.close()
    })

    const self = async (client = user) => (await client('GET', '/api/user/self')).data as User
    const idOf = async (client: ConsoleClient) => (await self(client)).id
    const makePlan = async (more: object = {}) => {
      const body = { name: 'Basic', price: PRICE, period: 'month', day: 100, ...more }
      return (await admin('POST', '/api/plan/', { body })).data as Plan
    }
    const buy = (plan: Plan, more: object = {}, client = user) =>
      client('POST', '/api/subscription/self', { body: { plan_id: plan.id, ...more } })
    const own = async (client = user) => (await client('GET', '/api/subscription/self')).data as Subscription[]
    const bought = async (plan: Plan, more: object = {}) => (await buy(plan, more)).data as Subscription
    /** Runs the job. Returns what it reported to this user, whose session may be over. */
    const renew = async (userId: number) => {
      const ended: EndedTerm[] = []
      await settleTerms(app, new AbortController().signal, one => ended.push(one))
      return ended.filter(one => one.userId === userId)
    }
    const rowOf = (id: number) =>
      app.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const quotaOf = async (id: number) =>
      (await app.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota

    test('are sold for their price from the wallet, and the log says so', async () => {
      const plan = await makePlan({ stock: 5, week: 500 })
      expect(await bought(plan)).toMatchObject({
        ...{ plan_id: plan.id, source: 'bought', status: 'active', paid: PRICE, term_end: addMonths(TEST_NOW, 1) },
        windows: [
          { window: 'day', limit: 100, used: 0, resets_at: TEST_NOW + 86_400 },
          { window: 'week', limit: 500, used: 0, resets_at: TEST_NOW + 7 * 86_400 },
        ],
      })
      expect((await self()).quota).toBe(BALANCE - PRICE)
      const [offer] = ((await user('GET', '/api/subscription/plans')).data as Offer[]).filter(
        ({ id }) => id === plan.id,
      )
      expect(offer?.left).toBe(4)
      const log = await app.db
        .selectFrom('logs')
        .select('content')
        .where('user_id', '=', await idOf(user))
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(log?.content).toContain('The plan Basic was bought for')
    })

    test('that are too dear, unknown, hidden or sold out are refused, and nothing is charged', async () => {
      const code = async (plan: Plan, more: object = {}) => (await buy(plan, more)).code
      expect(await code(await makePlan({ price: BALANCE + 1 }))).toBe('plan_too_dear')
      expect(await code({ ...(await makePlan()), id: 999_999 })).toBe('plan_not_found')
      expect(await code(await makePlan({ enabled: false }))).toBe('plan_not_for_sale')
      expect(await code(await makePlan({ stock: 0 }))).toBe('plan_sold_out')
      expect(await code(await makePlan(), { trial: true })).toBe('plan_without_trial')
      expect(await code(await makePlan({ period: 'once' }), { renews: true })).toBe('subscription_not_renewable')
      expect([(await self()).quota, await own()]).toEqual([BALANCE, []])
    })

    test('without an allowance or with absurd numbers cannot be created', async () => {
      const make = async (more: object) => {
        const body = { name: 'Odd', price: PRICE, period: 'month', ...more }
        const { success, code, field } = await admin('POST', '/api/plan/', { body })
        return [success, code, field]
      }
      expect(await make({})).toEqual([false, 'plan_without_window', 'total'])
      expect(await make({ day: 0 })).toEqual([false, 'input_invalid', 'day'])
      expect(await make({ day: 1e300 })).toEqual([false, 'input_invalid', 'day'])
      expect(await make({ day: 1.5 })).toEqual([false, 'input_invalid', 'day'])
      expect(await make({ day: 1, price: -1 })).toEqual([false, 'input_invalid', 'price'])
      expect(await make({ day: 1, period: 'century' })).toEqual([false, 'input_invalid', 'period'])
      expect(await make({ day: 1, trial_days: 100_000 })).toEqual([false, 'input_invalid', 'trial_days'])
    })

    test('sell the last one once, even to ten buyers at once', async () => {
      const plan = await makePlan({ stock: 1, price: 1 })
      const answers = await Promise.all(Array.from({ length: 10 }, () => buy(plan)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
        new Set(['plan_sold_out']),
      )
      expect((await self()).quota).toBe(BALANCE - 1)
    })

    test('sell only two to a wallet for two that tries to buy ten at once', async () => {
      const plan = await makePlan()
      const answers = await Promise.all(Array.from({ length: 10 }, () => buy(plan)))
      expect(answers.filter(({ success }) => success)).toHaveLength(2)
      expect((await self()).quota).toBe(BALANCE - 2 * PRICE)
    })

    test('run at most ten at a time, and an ended one makes room', async () => {
      const plan = await makePlan({ price: 1 })
      const answers = await Promise.all(Array.from({ length: 12 }, () => buy(plan)))
      expect(answers.filter(({ success }) => success)).toHaveLength(10)
      const [first] = await own()
      expect((await user('DELETE', `/api/subscription/self/${first?.id}`)).success).toBe(true)
      expect((await user('DELETE', `/api/subscription/self/${first?.id}`)).code).toBe('subscription_over')
      expect((await buy(plan)).success).toBe(true)
      expect((await buy(plan)).code).toBe('plan_too_many')
    })

    test('that are free are had once a term, whether they are ended, left for another or asked for at once', async () => {
      const [free, other] = [await makePlan({ price: 0 }), await makePlan({ price: 0 })]
      const answers = await Promise.all(Array.from({ length: 5 }, () => buy(free)))
      expect(answers.map(({ success, code }) => (success ? 'had' : code)).toSorted()).toEqual(
        ['had', ...Array(4).fill('plan_free_had')].toSorted(),
      )
      const upgrade = async (to: Plan) => {
        const running = (await own()).find(({ status }) => status === 'active')
        const path = `/api/subscription/self/${running?.id}/upgrade`
        return user('POST', path, { body: { plan_id: to.id, due: 0 } })
      }
      expect((await upgrade(other)).success).toBe(true)
      expect((await upgrade(free)).code).toBe('plan_free_had')
      const running = (await own()).find(({ status }) => status === 'active')
      await user('DELETE', `/api/subscription/self/${running?.id}`)
      for (const plan of [free, other]) expect((await buy(plan)).code).toBe('plan_free_had')
      expect((await user('GET', '/api/subscription/self')).data).toHaveLength(2)
      await app.db.updateTable('subscriptions').set({ term_end: now }).where('plan_id', '=', free.id).execute()
      expect((await buy(free)).success).toBe(true)

      const once = await makePlan({ price: 0, period: 'once' })
      const { data } = await buy(once)
      await user('DELETE', `/api/subscription/self/${(data as Subscription).id}`)
      now += 20 * 86_400
      expect((await buy(once)).code).toBe('plan_free_had')
    })

    test('give each user one trial in total, and ending it refunds nothing', async () => {
      const [one, other] = [await makePlan({ trial_days: 3 }), await makePlan({ trial_days: 5 })]
      const wanted = [one, other, one, other]
      const answers = await Promise.all(wanted.map(plan => buy(plan, { trial: true })))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      const [trial] = await own()
      expect([trial?.is_trial, trial?.paid]).toEqual([true, 0])
      await user('DELETE', `/api/subscription/self/${trial?.id}`)
      expect((await buy(other, { trial: true })).code).toBe('plan_trial_used')
      expect((await self()).quota).toBe(BALANCE)
      const offers = (await user('GET', '/api/subscription/plans')).data as Offer[]
      expect(offers.every(({ trial_days }) => trial_days === 0)).toBe(true)
    })

    test('renew from the wallet on the same day of the next month, and end if it lacks the price', async () => {
      now = Date.parse('2027-01-31T10:00:00Z') / 1000
      const { id, user_id } = await bought(await makePlan(), { renews: true })
      const ends: string[] = []
      for (let term = 1; term <= 2; term += 1) {
        const { term_end } = await rowOf(id)
        ends.push(new Date(term_end * 1000).toISOString())
        now = term_end + 1
        const ended = await renew(user_id)
        const told = { userId: user_id, plan: 'Basic', reason: 'unpaid', price: PRICE } as const
        expect(ended).toEqual(term === 1 ? [] : [told])
      }
      expect(ends).toEqual(['2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'])
      expect(await rowOf(id)).toMatchObject({ status: 'ended', end_reason: 'unpaid', paid: 2 * PRICE, renews: 0 })
      expect(await quotaOf(user_id)).toBe(BALANCE - 2 * PRICE)
    })

    test('charge a renewed trial from its end on', async () => {
      const { user_id } = await bought(await makePlan({ trial_days: 3 }), { trial: true, renews: true })
      now = TEST_NOW + 3 * 86_400
      await renew(user_id)
      const [paid] = await own()
      expect(paid).toMatchObject({ paid: PRICE, term_start: now, term_end: addMonths(now, 1) })
      expect(paid?.windows[0]?.resets_at).toBe(now + 86_400)
    })

    test('keep their terms for subscribers when changed, and end with the term when deleted', async () => {
      const plan = await makePlan()
      const { id, user_id } = await bought(plan, { renews: true })
      await admin('PUT', `/api/plan/${plan.id}`, { body: { price: 2, day: 7 } })
      expect((await own())[0]).toMatchObject({ price: PRICE, day: 100 })
      expect((await admin('DELETE', `/api/plan/${plan.id}`)).success).toBe(true)
      expect((await own())[0]).toMatchObject({ status: 'active', name: 'Basic' })
      now = addMonths(TEST_NOW, 1)
      await renew(user_id)
      expect(await rowOf(id)).toMatchObject({ status: 'ended', end_reason: 'plan_deleted' })
      expect(await quotaOf(user_id)).toBe(BALANCE - PRICE)
    })

    test('keep fields that a change does not give, and always need an allowance', async () => {
      const plan = await makePlan({ models: 'a,b', stock: 3 })
      const { data } = await admin('PUT', `/api/plan/${plan.id}`, { body: { name: 'Pro' } })
      expect(data).toEqual({ ...plan, name: 'Pro' })
      const without = await admin('PUT', `/api/plan/${plan.id}`, { body: { day: null } })
      expect(without.code).toBe('plan_without_window')
    })

    test('are given, paused, resumed, reset and ended by administrators with a reason', async () => {
      const plan = await makePlan()
      const user_id = await idOf(user)
      const give = (more: object) =>
        admin('POST', '/api/subscription/', { body: { plan_id: plan.id, user_id, ...more } })
      expect((await give({ reason: ' ' })).code).toBe('input_invalid')
      expect((await give({ reason: 'x', user_id: 999_999 })).code).toBe('user_not_found')
      const { id } = (await give({ reason: 'a present' })).data as Subscription
      expect((await own())[0]).toMatchObject({ id, source: 'given', paid: 0 })
      const manage = (action: string) =>
        admin('POST', `/api/subscription/${id}/manage`, { body: { action, reason: 'because' } })
      expect((await manage('resume')).code).toBe('subscription_action_unfit')
      expect((await manage('pause')).data).toMatchObject({ status: 'paused' })
      expect((await manage('resume')).data).toMatchObject({ status: 'active' })
      now += 100
      expect((await manage('reset')).data).toMatchObject({ windows: [{ window: 'day', resets_at: now + 86_400 }] })
      expect((await manage('end')).data).toMatchObject({ status: 'ended', end_reason: 'by_admin' })
      expect((await manage('end')).code).toBe('subscription_over')
      const rows = await app.db.selectFrom('logs').select('content').where('user_id', '=', user_id).execute()
      expect(rows.filter(({ content }) => content.endsWith(': because'))).toHaveLength(4)
      const page = (await admin('GET', `/api/subscription/?plan_id=${plan.id}&status=ended`)).data as Page<Subscription>
      expect(page.items.map(item => item.id)).toEqual([id])
    })

    test('cannot be given to oneself or to users of the same level', async () => {
      const plan = await makePlan()
      const colleague = await signedIn(app, endpoints, 'admin')
      for (const client of [admin, colleague]) {
        const body = { plan_id: plan.id, user_id: await idOf(client), reason: 'a present' }
        expect((await admin('POST', '/api/subscription/', { body })).code).toBe('user_role_not_below')
        await credit(app.db, { userId: body.user_id, amount: BALANCE, reference: `grant:${Math.random()}`, now })
        const { id } = (await buy(plan, {}, client)).data as Subscription
        const reset = { action: 'reset', reason: 'more of it' }
        expect((await admin('POST', `/api/subscription/${id}/manage`, { body: reset })).code).toBe(
          'user_role_not_below',
        )
      }
    })

    test('of other users cannot be seen, changed or ended', async () => {
      const { id } = await bought(await makePlan())
      const stranger = await signedIn(app, endpoints, 'user')
      expect(await own(stranger)).toEqual([])
      const change = await stranger('PUT', `/api/subscription/self/${id}`, { body: { renews: true } })
      expect(change.code).toBe('subscription_not_found')
      expect((await stranger('DELETE', `/api/subscription/self/${id}`)).code).toBe('subscription_not_found')
      for (const [method, path] of [
        ['GET', '/api/plan/'],
        ['POST', '/api/plan/'],
        ['GET', '/api/subscription/'],
        ['POST', '/api/subscription/'],
        ['POST', `/api/subscription/${id}/manage`],
      ] as const)
        expect((await stranger(method, path, { body: method === 'GET' ? undefined : {} })).code).toBe('role_too_low')
    })

    test('come from redemption codes, once', async () => {
      const plan = await makePlan()
      const { data } = await admin('POST', '/api/redemption/', { body: { plan_id: plan.id } })
      const [key] = data as string[]
      const answers = await Promise.all([1, 2, 3].map(() => user('POST', '/api/user/topup', { body: { key } })))
      expect(answers.map(({ success }) => success).sort()).toEqual([false, false, true])
      expect([(await self()).quota, (await own()).map(({ source }) => source)]).toEqual([BALANCE, ['code']])
    })

    test('come with registration, once', async () => {
      const plan = await makePlan({ for_new_users: true })
      const { id, username } = await self()
      const means = { options: app.options, now }
      await welcome(app.db, { id, username }, means)
      await welcome(app.db, { id, username }, means)
      expect((await own()).map(({ source }) => source)).toEqual(['registration'])
      await admin('DELETE', `/api/plan/${plan.id}`)
    })
  })
}
