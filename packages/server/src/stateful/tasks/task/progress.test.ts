import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE, type Token } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { openTasksDesk, type TasksDesk, type TaskUser } from '../../../../test/support/tasks-desk.ts'
import { periodAccountId } from '../../../money/ledger/index.ts'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { chargeOf } from './charge-of.ts'
import { makeTask } from './make-task.ts'
import { failTask, noteMisread, noteProgress } from './progress.ts'
import { dropTask, takeTask } from './submitted.ts'
import type { TaskTerms } from './task.ts'

const byTokens: Price = {
  kind: 'tokens',
  modelRatio: 2,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  toolPrices: {},
  imageRatio: 1,
  imageCompletionRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  standingCalls: {},
}
const START = 1_000_000

for (const { kind, open } of databases()) {
  describe(`the task machine on ${kind}`, () => {
    let database: TestDatabase
    let desk: TasksDesk
    beforeAll(async () => {
      database = await open()
      desk = await openTasksDesk(database.place.DATABASE_URL)
    }, 60_000)
    afterAll(async () => {
      await desk.expectBalanced()
      await desk.gateway.stop()
      await database.close()
    })
    const machine = () => desk.app.relay.tasks
    let made = 0

    const termsOf = (more: Partial<TaskTerms> = {}): TaskTerms => ({
      username: 'u',
      tokenName: 't',
      group: 'default',
      groupRatio: 1,
      quotaPerUnit: 500_000,
      callId: crypto.randomUUID(),
      requestId: 'r',
      path: '/v1/videos',
      model: 'video',
      upstreamModel: 'video',
      price: byTokens,
      factors: {},
      tokens: 1000,
      ...more,
    })

    async function make(user: TaskUser, terms: TaskTerms, tokenId = user.tokenId): Promise<TaskRow> {
      const { quota } = chargeOf('', terms, terms)
      const columns = { task_id: `task_${++made}`, created_at: 1, channel_id: 1, platform: 'openai-video' }
      const row = await makeTask(
        { kind: 'tasks', userId: user.id, tokenId, terms, quota, submitSeconds: 60, columns },
        machine(),
      )
      if (typeof row === 'string') throw new Error(row)
      return row
    }
    async function take(row: TaskRow): Promise<TaskRow> {
      const log = {
        user_id: row.user_id,
        created_at: 1,
        type: LOG_TYPE.consume,
        quota: row.held,
        token_id: row.token_id,
      }
      const taken = await takeTask('tasks', row, { upstreamId: 'up', log, seconds: 60, pollSeconds: 0 }, machine())
      if (!taken) throw new Error('it had been given up')
      return taken
    }
    const accounts = async (user: TaskUser) => {
      const { balance, cap } = await desk.money(user)
      return { balance, cap }
    }

    test('the vendor’s figures correct the charge up or down, with a log row', async () => {
      for (const [tokens, cost] of [
        [400, 800],
        [1000, 2000],
        [1500, 3000],
        [0, 0],
      ] as const) {
        const user = await desk.makeUser(START)
        const row = await take(await make(user, termsOf()))
        expect(await accounts(user)).toEqual({ balance: START - 2000, cap: START - 2000 })
        expect(await noteProgress('tasks', row, { state: 'succeeded', usage: { tokens } }, machine())).toBe(true)
        expect(await desk.money(user)).toEqual({
          balance: START - cost,
          used: cost,
          cap: START - cost,
          usedOfToken: cost,
        })
        const codes = (await desk.logs(user.id)).map(({ code }) => code)
        expect(codes).toEqual(['', ...(cost < 2000 ? ['task_charged_less'] : cost > 2000 ? ['task_charged_more'] : [])])
        expect((await desk.rows(user.id)).map(({ quota }) => quota)).toEqual([cost])
      }
    })

    test('a vendor’s absurd figures are not billed', async () => {
      for (const tokens of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15]) {
        const user = await desk.makeUser(START)
        const row = await take(await make(user, termsOf()))
        const usage = { tokens, factors: { seconds: Number.POSITIVE_INFINITY } }
        await noteProgress('tasks', row, { state: 'succeeded', usage }, machine())
        expect((await accounts(user)).balance).toBe(START - 2000)
      }
    })

    test('a vendor’s tokens count up to a hundred million', async () => {
      const MOST = 100_000_000
      const prices = [MOST, MOST + 1].map(async tokens => {
        const user = await desk.makeUser(3 * MOST)
        const row = await take(await make(user, termsOf()))
        await noteProgress('tasks', row, { state: 'succeeded', usage: { tokens } }, machine())
        return 3 * MOST - (await accounts(user)).balance
      })
      expect(await Promise.all(prices)).toEqual([2 * MOST, 2000])
    })

    test('a vendor’s factor counts up to ten thousand', async () => {
      const prices = [0.5, 10_000, 10_001].map(async seconds => {
        const user = await desk.makeUser(100_000_000)
        const row = await take(await make(user, termsOf()))
        await noteProgress('tasks', row, { state: 'succeeded', usage: { factors: { seconds } } }, machine())
        return 100_000_000 - (await accounts(user)).balance
      })
      expect(await Promise.all(prices)).toEqual([1000, 20_000_000, 2000])
    })

    test('a charge beyond the wallet takes what there is, and no balance falls below zero', async () => {
      const user = await desk.makeUser(2500)
      const row = await take(await make(user, termsOf()))
      await noteProgress('tasks', row, { state: 'succeeded', usage: { tokens: 5000 } }, machine())
      expect(await accounts(user)).toEqual({ balance: 0, cap: 0 })
      const [entry] = await desk.app.db
        .selectFrom('ledger_entries')
        .select(['user_amount', 'uncollected'])
        .where('reference', '=', `task-adjust:tasks:${row.id}`)
        .execute()
      expect(entry).toEqual({ user_amount: -500, uncollected: 7500 })
    })

    test('a refund does not raise a cap that was unlimited, and works without the token', async () => {
      const user = await desk.makeUser(START)
      const [unlimited, gone] = await Promise.all(
        [{ unlimited_quota: true }, { remain_quota: 5000, unlimited_quota: false }].map(async fields => {
          const [token] = await user.consoleCall<Token[]>(desk.gateway.url, 'POST', '/api/token/', {
            name: 'x',
            ...fields,
          })
          return token?.id ?? 0
        }),
      )
      const capOf = async (id = 0) =>
        (await desk.app.db.selectFrom('tokens').select('remain_quota').where('id', '=', id).executeTakeFirstOrThrow())
          .remain_quota
      const capBefore = await capOf(unlimited)
      const [first, second] = [
        await take(await make(user, termsOf(), unlimited)),
        await take(await make(user, termsOf(), gone)),
      ]
      await user.consoleCall(desk.gateway.url, 'DELETE', `/api/token/${gone}`)
      for (const row of [first, second]) expect(await failTask('tasks', row, 'no', machine())).toBe(true)
      expect([(await accounts(user)).balance, await capOf(unlimited)]).toEqual([START, capBefore])
    })

    test('a refunded charge no longer counts in its period', async () => {
      const user = await desk.makeUser(START)
      const now = desk.app.now()
      await desk.app.db
        .updateTable('users')
        .set({ quota_period: 'day', period_quota: 10_000 })
        .where('id', '=', user.id)
        .execute()
      const periodId = periodAccountId({ owner: 'user', ownerId: user.id, period: 'day' }, now)
      const row = await take(await make(user, termsOf({ periodIds: [periodId] })))
      const spent = async () =>
        (
          await desk.app.db
            .selectFrom('spending_periods')
            .select('spent')
            .where('id', '=', periodId)
            .executeTakeFirstOrThrow()
        ).spent
      expect(await spent()).toBe(2000)
      await failTask('tasks', row, 'no', machine())
      expect(await spent()).toBe(0)
    })

    test('a task that was not accepted has its hold refunded once and is not charged', async () => {
      const user = await desk.makeUser(START)
      const row = await make(user, termsOf())
      expect((await accounts(user)).balance).toBe(START - 2000)
      expect(await dropTask('tasks', row, { reason: 'no' }, machine())).toBe(true)
      expect(await dropTask('tasks', row, { reason: 'no' }, machine())).toBe(false)
      expect(await failTask('tasks', row, 'no', machine())).toBe(false)
      const log = { user_id: user.id, created_at: 1, type: LOG_TYPE.consume, quota: row.held }
      expect(await takeTask('tasks', row, { upstreamId: 'x', log, seconds: 1, pollSeconds: 1 }, machine())).toBeNull()
      expect(await desk.money(user)).toEqual({ balance: START, used: 0, cap: START, usedOfToken: 0 })
    })

    test('an outdated copy of the row changes nothing', async () => {
      const user = await desk.makeUser(START)
      const row = await take(await make(user, termsOf()))
      await noteProgress('tasks', row, { state: 'running', progress: 50 }, machine())
      // A report on an outdated row is applied to the current one, whose progress never goes back.
      await noteProgress('tasks', row, { state: 'queued', progress: 10 }, machine())
      expect(await failTask('tasks', row, 'no', machine())).toBe(false)
      expect(await noteMisread('tasks', { ...row, misread: 4 }, machine())).toBe(false)
      const [now] = await desk.rows(user.id)
      expect(now).toMatchObject({ status: 'IN_PROGRESS', progress: '50%', is_open: 1, misread: 0 })
      expect(await failTask('tasks', now ?? row, 'no', machine())).toBe(true)
    })

    test('an ended task never changes, even with the current row', async () => {
      const user = await desk.makeUser(START)
      const row = await take(await make(user, termsOf()))
      await noteProgress('tasks', row, { state: 'succeeded' }, machine())
      const [ended] = await desk.rows(user.id)
      if (!ended) throw new Error('it is gone')
      expect(await failTask('tasks', ended, 'no', machine())).toBe(false)
      await noteProgress('tasks', ended, { state: 'running', progress: 3 }, machine())
      expect(await noteMisread('tasks', { ...ended, misread: 9 }, machine())).toBe(false)
      expect(await desk.rows(user.id)).toEqual([ended])
      expect((await accounts(user)).balance).toBe(START - 2000)
    })

    test('a free task costs nothing and leaves no log row when it fails', async () => {
      const user = await desk.makeUser(START)
      const price: Price = { ...byTokens, kind: 'call', price: 0 }
      const row = await take(await make(user, termsOf({ price })))
      await failTask('tasks', row, 'no', machine())
      expect((await desk.logs(user.id)).map(({ code, quota }) => [code, quota])).toEqual([['', 0]])
    })
  })
}
