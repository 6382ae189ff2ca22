import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Plan, Subscription, UpgradeQuote, User } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audit } from '../ledger/audit.ts'
import { changeCharge, credit, type Ledger, windowsAt } from '../ledger/index.ts'
import { consumeRow, openTestLedger } from '../ledger/testing.ts'
import { changeStanding } from '../payment/change-standing.ts'
import { creditOrder } from '../payment/credit-order.ts'
import { orderOfPlan } from '../wallet/testing.ts'
import { findPlan, findSubscription } from './store.ts'

const DAY = 86_400
const BALANCE = 1_000_000

for (const { kind, open } of databases()) {
  describe(`upgrades on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let ledger: Ledger
    let admin: ConsoleClient
    let user: ConsoleClient
    let userId: number
    let now = TEST_NOW
    beforeAll(async () => {
      database = await open()
      ledger = await openTestLedger(database.storage)
      app = await testApp(database, { now: () => now, ledger })
      admin = await signedIn(app, endpoints, 'admin')
    })
    beforeEach(async () => {
      now = TEST_NOW
      user = await signedIn(app, endpoints, 'user')
      userId = (await self()).id
      await credit(app.db, { userId, amount: BALANCE, reference: `grant:${Math.random()}`, now })
    })
    afterAll(async () => {
      expect(await audit(database.storage, now)).toEqual([])
      await ledger.close()
      await database.close()
    })

    const self = async () => (await user('GET', '/api/user/self')).data as User
    const makePlan = async (more: object = {}) => {
      const body = { name: 'Basic', price: 30_000, period: 'month', day: 100, ...more }
      return (await admin('POST', '/api/plan/', { body })).data as Plan
    }
    const buy = async (plan: Plan, more: object = {}) =>
      (await user('POST', '/api/subscription/self', { body: { plan_id: plan.id, ...more } })).data as Subscription
    const place = (id: number) => `/api/subscription/self/${id}/upgrade`
    const quote = (id: number, plan: Plan) => user('GET', `${place(id)}?plan_id=${plan.id}`)
    const quoted = async (id: number, plan: Plan) => (await quote(id, plan)).data as UpgradeQuote
    const upgrade = (id: number, plan: Plan, seen: { due: number; at?: number }) =>
      user('POST', place(id), { body: { plan_id: plan.id, ...seen } })
    const rowOf = async (id: number) => {
      const row = await findSubscription(app.db, id)
      if (!row) throw new Error('there is no such subscription')
      return row
    }
    /** A call of an own plan that costs this. */
    const use = async (id: number, quota: number) => {
      const row = await rowOf(id)
      const windows = windowsAt(row, now).map(window => window.id)
      const requestId = crypto.randomUUID()
      const context = { username: '', token_name: '', model_name: 'm', group: '', is_stream: 0, request_id: requestId }
      const hold = { requestId, userId, tokenId: 0, amount: { least: quota, most: quota }, context }
      const answer = await app.ledger.reserve({ ...hold, subscription: { id, windows } })
      if (typeof answer === 'string') return answer
      const settle = () =>
        app.ledger.settle({
          ...{ requestId, quota, channelId: 0 },
          log: { ...consumeRow({ userId, tokenId: 0, channelId: 0 }, quota), created_at: now },
        })
      return { requestId, settle }
    }
    const used = async (id: number, quota: number) => {
      const call = await use(id, quota)
      if (typeof call === 'string') throw new Error(call)
      await call.settle()
      return call.requestId
    }
    const month = async (id: number) => (await rowOf(id)).term_end - TEST_NOW

    test('subtract the unused time from the price, and the old plan ends', async () => {
      const [basic, pro] = [await makePlan(), await makePlan({ name: 'Pro', price: 90_000, day: 1_000 })]
      const old = await buy(basic, { renews: true })
      now += 10 * DAY
      const unused = Math.floor(30_000 * (1 - (10 * DAY) / (await month(old.id))))
      const { due, at } = await quoted(old.id, pro)
      expect(due).toBe(90_000 - unused)
      const { data } = await upgrade(old.id, pro, { due, at })
      expect(data).toMatchObject({ name: 'Pro', status: 'active', paid: 90_000, renews: true, started_at: now })
      expect((await self()).quota).toBe(BALANCE - 30_000 - due)
      expect(await rowOf(old.id)).toMatchObject({ status: 'ended', end_reason: 'upgraded', paid: 30_000 - unused })
      const log = app.db.selectFrom('logs').select('content').where('user_id', '=', userId).orderBy('id', 'desc')
      expect((await log.executeTakeFirst())?.content).toContain('The plan Basic was upgraded to Pro for')
    })

    test('count the total allowance where less of it than of the time is left', async () => {
      const basic = await makePlan({ day: null, total: 1_000 })
      const pro = await makePlan({ name: 'Pro', price: 90_000 })
      const { id } = await buy(basic)
      await used(id, 750)
      expect(await quoted(id, pro)).toMatchObject({ price: 90_000, unused: 7_500, due: 82_500 })
    })

    test('count what running calls hold as used, and those calls finish under the old plan', async () => {
      const basic = await makePlan({ day: null, total: 1_000 })
      const pro = await makePlan({ name: 'Pro', price: 90_000 })
      const { id } = await buy(basic)
      const running = await use(id, 1_000)
      const { due, at } = await quoted(id, pro)
      expect(due).toBe(90_000)
      expect((await upgrade(id, pro, { due, at })).success).toBe(true)
      const balance = (await self()).quota
      if (typeof running === 'string') throw new Error(running)
      expect(await running.settle()).toMatchObject({ quota: 1_000 })
      expect((await self()).quota).toBe(balance)
      expect(await use(id, 1)).toBe('subscription_used_up')
    })

    test('hold the time of a quote for five minutes, but no use after it', async () => {
      const [basic, pro] = [await makePlan(), await makePlan({ name: 'Pro', price: 90_000 })]
      const { id } = await buy(basic)
      const { due, at } = await quoted(id, pro)
      now += 200
      const code = async (seen: { due: number; at?: number }) => (await upgrade(id, pro, seen)).code
      expect(await code({ due })).toBe('plan_upgrade_price')
      expect(await code({ due, at: at - 100 })).toBe('plan_upgrade_price')
      expect(await code({ due, at: now + 100 })).toBe('plan_upgrade_price')
      await used(id, 50)
      expect(await code({ due, at })).toBe('plan_upgrade_price')
      now = at + 300
      expect(await code({ due, at })).toBe('plan_upgrade_price')
      expect(await rowOf(id)).toMatchObject({ status: 'active' })
      expect((await self()).quota).toBe(BALANCE - 30_000)
    })

    test('give nothing back for a cheaper plan, and going back and forth costs what was used', async () => {
      const [basic, other] = [await makePlan(), await makePlan({ name: 'Other', price: 29_000 })]
      const seconds = await month((await buy(basic)).id)
      let balance = (await self()).quota
      expect(balance).toBe(BALANCE - 30_000)
      let [id, plan] = [(await owned()).id, basic]
      for (let times = 0; times < 6; times += 1) {
        await used(id, 100)
        plan = plan === basic ? other : basic
        const { due, unused } = await quoted(id, plan)
        // A day of the old plan is gone.
        const before = await rowOf(id)
        expect(unused).toBe(Math.floor(before.price * (1 - DAY / seconds)))
        const { success, data } = await upgrade(id, plan, { due })
        expect(success).toBe(true)
        id = (data as Subscription).id
        balance -= due
        expect((await self()).quota).toBe(balance)
      }
      expect(balance).toBeLessThan(BALANCE - 30_000)
    })
    const owned = async () => {
      const rows = (await user('GET', '/api/subscription/self')).data as Subscription[]
      const [running] = rows.filter(({ status }) => status === 'active')
      if (!running) throw new Error('no plan runs')
      return running
    }

    test('count nothing for trials, presents and codes', async () => {
      const [basic, pro] = [await makePlan({ trial_days: 5 }), await makePlan({ name: 'Pro', price: 90_000 })]
      const trial = await buy(basic, { trial: true })
      expect(await quoted(trial.id, pro)).toMatchObject({ unused: 0, due: 90_000 })
      const body = { plan_id: basic.id, user_id: userId, reason: 'a present' }
      const given = (await admin('POST', '/api/subscription/', { body })).data as Subscription
      expect(await quoted(given.id, pro)).toMatchObject({ unused: 0, due: 90_000 })
      const { data } = await admin('POST', '/api/redemption/', { body: { plan_id: basic.id } })
      await user('POST', '/api/user/topup', { body: { key: (data as string[])[0] } })
      const code = await app.db.selectFrom('subscriptions').select('id').where('source', '=', 'code').executeTakeFirst()
      expect(await quoted(code?.id ?? 0, pro)).toMatchObject({ unused: 0, due: 90_000 })
    })

    test('happen once, even if ten ask at once', async () => {
      const [basic, pro] = [await makePlan(), await makePlan({ name: 'Pro', price: 90_000, stock: 5 })]
      const { id } = await buy(basic)
      const { due, at } = await quoted(id, pro)
      const answers = await Promise.all(Array.from({ length: 10 }, () => upgrade(id, pro, { due, at })))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
        new Set(['subscription_over']),
      )
      expect((await self()).quota).toBe(BALANCE - 30_000 - due)
      expect((await findPlan(app.db, pro.id))?.sold).toBe(1)
    })

    test('back and forth take one of each plan’s stock, also when it is sold out by then', async () => {
      const one = await makePlan({ name: 'One', stock: 2 })
      const other = await makePlan({ name: 'Other', stock: 2 })
      let { id } = await buy(one)
      for (const plan of [other, one, other, one]) {
        const { success, data } = await upgrade(id, plan, { due: 1e12 })
        expect([plan.name, success]).toEqual([plan.name, true])
        id = (data as Subscription).id
      }
      const sold = async (plan: Plan) => (await findPlan(app.db, plan.id))?.sold
      expect([await sold(one), await sold(other)]).toEqual([1, 1])
      await app.db.updateTable('plans').set({ sold: 2 }).where('id', '=', other.id).execute()
      expect(await upgrade(id, other, { due: 1e12 })).toMatchObject({ success: true })
      expect(await sold(other)).toBe(2)
    })

    test('to a plan that was only given before take from its stock', async () => {
      const [given, pro] = [await makePlan({ stock: 1 }), await makePlan({ name: 'Pro' })]
      const body = { plan_id: given.id, user_id: userId, reason: 'a present' }
      const { id } = (await admin('POST', '/api/subscription/', { body })).data as Subscription
      const { data } = await upgrade(id, pro, { due: 1e12 })
      expect(await upgrade((data as Subscription).id, given, { due: 1e12 })).toMatchObject({ success: true })
      expect((await findPlan(app.db, given.id))?.sold).toBe(1)
    })

    test('that cannot be are refused, and change nothing', async () => {
      const basic = await makePlan()
      const { id } = await buy(basic)
      const code = async (plan: Plan) => (await upgrade(id, plan, { due: 1e12 })).code
      expect(await code(basic)).toBe('plan_upgrade_same')
      expect(await code({ ...basic, id: 999_999 })).toBe('plan_not_found')
      expect(await code(await makePlan({ enabled: false }))).toBe('plan_not_for_sale')
      expect(await code(await makePlan({ stock: 0 }))).toBe('plan_sold_out')
      expect(await code(await makePlan({ price: 2 * BALANCE }))).toBe('plan_too_dear')
      const pro = await makePlan({ name: 'Pro' })
      for (const due of [-1, 1.5, '0', Number.MAX_VALUE, null])
        expect((await user('POST', place(id), { body: { plan_id: pro.id, due } })).code).toBe('input_invalid')
      await admin('POST', `/api/subscription/${id}/manage`, { body: { action: 'pause', reason: 'x' } })
      const { data } = await user('GET', '/api/subscription/self')
      if ((data as Subscription[])[0]?.status === 'paused') expect(await code(pro)).toBe('subscription_action_unfit')
      await admin('POST', `/api/subscription/${id}/manage`, { body: { action: 'resume', reason: 'x' } })
      const stranger = await signedIn(app, endpoints, 'user')
      for (const [method, path] of [
        ['GET', `${place(id)}?plan_id=${pro.id}`],
        ['POST', place(id)],
      ] as const) {
        const body = method === 'POST' ? { plan_id: pro.id, due: 1e12 } : undefined
        expect((await stranger(method, path, { body })).code).toBe('subscription_not_found')
      }
      expect(await rowOf(id)).toMatchObject({ status: 'active', paid: 30_000 })
      expect((await self()).quota).toBe(BALANCE - 30_000)
    })

    /** A plan of 30 000 that was paid for by card. */
    const paidByCard = async (more: object = {}) => {
      const plan = await findPlan(app.db, (await makePlan(more)).id)
      if (!plan) throw new Error('there is no such plan')
      const order = await orderOfPlan(app.db, userId, plan)
      await inTransaction(app.db, (db: Db) => creditOrder(db, app, order))
      return { order, id: (await owned()).id }
    }
    const money = async () => {
      const { quota, owed } = await app.db
        .selectFrom('users')
        .select(['quota', 'owed'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return quota - owed
    }

    test('end with the payment that they stand on: its refund returns their unused rest, and takes its quota back', async () => {
      const { order, id } = await paidByCard({ day: null, total: 1_000 })
      const pro = await makePlan({ name: 'Pro', price: 90_000, day: null, total: 90_000 })
      await used(id, 500)
      const { due } = await quoted(id, pro)
      expect(due).toBe(75_000)
      const { data } = await upgrade(id, pro, { due })
      const { id: newId } = data as Subscription
      await used(newId, 1_000)
      await changeStanding(app, order.id, { refundedCents: 200 })
      expect(await rowOf(newId)).toMatchObject({ status: 'ended', end_reason: 'paid_back', paid: 1_000 })
      // Half of the old plan and what the new one paid stay used.
      expect(await money()).toBe(BALANCE - 15_000 - 1_000)
      await changeStanding(app, order.id, { dispute: { id: 'd', cents: 200, state: 'open' } })
      expect(await money()).toBe(BALANCE - 15_000 - 1_000)
      expect(await audit(database.storage, now)).toEqual([])
    })

    test('keep running if their first payment was used up by earlier terms', async () => {
      const { order, id } = await paidByCard()
      await app.db.updateTable('subscriptions').set({ term: 2 }).where('id', '=', id).execute()
      const pro = await makePlan({ name: 'Pro', price: 90_000 })
      // Nobody paid for that term.
      expect(await quoted(id, pro)).toMatchObject({ unused: 0 })
      const { data } = await upgrade(id, pro, { due: 90_000 })
      await changeStanding(app, order.id, { refundedCents: 200 })
      expect(await rowOf((data as Subscription).id)).toMatchObject({ status: 'active' })
      expect(await money()).toBe(BALANCE - 90_000 - 30_000)
      await app.db.updateTable('subscriptions').set({ term: 1 }).where('id', '=', id).execute()
      await app.db.updateTable('subscriptions').set({ status: 'ended' }).where('user_id', '=', userId).execute()
    })

    test('refund calls of the old plan to it, not to the new one', async () => {
      const basic = await makePlan({ day: null, total: 1_000 })
      const { id } = await buy(basic)
      const requestId = await used(id, 500)
      const pro = await makePlan({ name: 'Pro', price: 90_000 })
      const { data } = await upgrade(id, pro, { due: 75_000 })
      const before = await money()
      await changeCharge(app.db, { reference: `refund:${requestId}`, requestId, more: -500, now })
      expect([(await rowOf(id)).used, await money()]).toEqual([0, before])
      expect(await rowOf((data as Subscription).id)).toMatchObject({ used: 0 })
    })

    test('from and to plans of calls count calls', async () => {
      const basic = await makePlan({ unit: 'calls', day: null, total: 10_000, weights: 'm=2' })
      const pro = await makePlan({ name: 'Pro', price: 90_000 })
      const { id } = await buy(basic)
      const windows = windowsAt(await rowOf(id), now).map(window => window.id)
      const requestId = crypto.randomUUID()
      const context = { username: '', token_name: '', model_name: 'm', group: '', is_stream: 0, request_id: requestId }
      await app.ledger.reserve({
        ...{ requestId, userId, tokenId: 0, amount: { least: 1, most: 1 }, context },
        subscription: { id, windows, callWeight: 2_000 },
      })
      expect(await quoted(id, pro)).toMatchObject({ unused: 24_000, due: 66_000 })
      await app.ledger.release(requestId)
      expect(await quoted(id, pro)).toMatchObject({ unused: 30_000, due: 60_000 })
    })
  })
}
