import { afterEach, describe, expect, test } from 'bun:test'
import { QUOTA_PERIODS, type QuotaPeriod } from '@tollgate/contract'
import fc from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { type HeldDurably, holdDurably } from './durable-holds.ts'
import type { Ledger } from './index.ts'
import { type PeriodLimit, periodAccountId, periodOfAccount } from './periods.ts'
import { settleDurably } from './settle-durably.ts'
import {
  consumeRow,
  type LedgerFixture,
  makeLedgerFixture,
  NOW,
  newHold,
  openTestLedger,
  type Payer,
} from './testing.ts'

const DAY = 86_400

test('an account’s id contains its limit and its period', () => {
  const limit = fc.record({
    owner: fc.constantFrom('user' as const, 'token' as const),
    ownerId: fc.integer({ min: 1, max: 2 ** 31 }),
    period: fc.constantFrom(...QUOTA_PERIODS),
  })
  const moment = fc.integer({ min: 1_000_000_000, max: 8_000_000_000 })
  fc.assert(
    fc.property(limit, moment, (limit, now) => {
      const id = periodAccountId(limit, now)
      expect(Number.isSafeInteger(id)).toBe(true)
      const { startDay, ...told } = periodOfAccount(id)
      expect([told, startDay * DAY <= now]).toEqual([limit, true])
    }),
    { seed: 1, numRuns: 500 },
  )
})

test('an account’s id stays the same in every version, since rows have it', () => {
  const ids = QUOTA_PERIODS.map(period => periodAccountId({ owner: 'token', ownerId: 3, period }, 10 * DAY))
  expect(ids).toEqual([7_000_100, 7_000_041, 7_000_002])
})

for (const { kind, open } of databases()) {
  describe(`a spending limit by period on ${kind}`, () => {
    let fixture: LedgerFixture
    const others: Ledger[] = []
    afterEach(async () => {
      for (const other of others.splice(0)) await other.close()
      await fixture.close()
    })

    const start = async (options?: Parameters<typeof makeLedgerFixture>[1]) => {
      fixture = await makeLedgerFixture(await open(), options)
    }
    const limitOf = async (payer: Payer, owner: PeriodLimit['owner'], quota: number, period: QuotaPeriod = 'day') => {
      const [table, ownerId] =
        owner === 'user' ? (['users', payer.userId] as const) : (['tokens', payer.tokenId] as const)
      const values = { quota_period: period, period_quota: quota }
      const { db } = fixture.storage
      if (table === 'users') await db.updateTable('users').set(values).where('id', '=', ownerId).execute()
      else await db.updateTable('tokens').set(values).where('id', '=', ownerId).execute()
      return { owner, ownerId, period }
    }
    const spentOf = async (limit: PeriodLimit, at = NOW) => {
      const row = await fixture.storage.db
        .selectFrom('spending_periods')
        .selectAll()
        .where('id', '=', periodAccountId(limit, at))
        .executeTakeFirst()
      return row?.spent ?? 0
    }
    const holdOn = (payer: Payer, amount: number, periods: readonly PeriodLimit[]) => ({
      ...newHold(payer, amount),
      periods,
    })

    test('is held and charged along with balance and cap, and a refusal names its owner', async () => {
      await start()
      const payer = await fixture.payer({ balance: 1_000 })
      const [ofUser, ofToken] = [await limitOf(payer, 'user', 100, 'month'), await limitOf(payer, 'token', 60)]
      const limits = [ofUser, ofToken]
      const first = holdOn(payer, 50, limits)
      expect(await fixture.ledger.reserve(first)).toEqual({ granted: 50, left: 10 })
      // Running calls count.
      expect(await fixture.ledger.reserve(holdOn(payer, 20, limits))).toBe(`token_period_used_up:${payer.tokenId}`)
      expect(await fixture.ledger.reserve(holdOn(payer, 90, [ofUser]))).toBe('user_period_used_up')
      await fixture.ledger.settle(fixture.settlement(payer, first, 30))
      expect([await spentOf(ofUser), await spentOf(ofToken)]).toEqual([30, 30])
      const second = holdOn(payer, 30, limits)
      expect(await fixture.ledger.reserve(second)).toEqual({ granted: 30, left: 0 })
      await fixture.ledger.release(second.requestId)
      expect(await fixture.ledger.reserve(holdOn(payer, 30, limits))).toEqual({ granted: 30, left: 0 })
      expect(await fixture.findings()).toEqual([])
    })

    test('charges a call above its hold in full, and counts it up to the limit', async () => {
      await start()
      const payer = await fixture.payer({ balance: 1_000 })
      const limit = await limitOf(payer, 'token', 60)
      const hold = holdOn(payer, 50, [limit])
      await fixture.ledger.reserve(hold)
      expect(await fixture.ledger.settle(fixture.settlement(payer, hold, 200))).toEqual({ quota: 200, balance: 800 })
      expect(await spentOf(limit)).toBe(60)
      expect(await fixture.findings()).toEqual([])
    })

    test('restarts with the next period, and calls count in the period they started in', async () => {
      await start()
      const payer = await fixture.payer({ balance: 1_000 })
      const limit = await limitOf(payer, 'user', 40)
      const hold = holdOn(payer, 40, [limit])
      await fixture.ledger.reserve(hold)
      expect(await fixture.ledger.reserve(holdOn(payer, 1, [limit]))).toBe('user_period_used_up')
      expect(periodAccountId(limit, NOW + DAY)).not.toBe(periodAccountId(limit, NOW))
      await fixture.ledger.settle(fixture.settlement(payer, hold, 40))
      expect([await spentOf(limit), await spentOf(limit, NOW + DAY)]).toEqual([40, 0])
    })

    test('is raised at once, and if lowered takes what no call holds', async () => {
      await start()
      const payer = await fixture.payer({ balance: 1_000 })
      const limit = await limitOf(payer, 'token', 50)
      await fixture.ledger.reserve(holdOn(payer, 50, [limit]))
      await limitOf(payer, 'token', 80)
      expect(await fixture.ledger.reserve(holdOn(payer, 30, [limit]))).toEqual({ granted: 30, left: 0 })
      await limitOf(payer, 'token', 500)
      await fixture.ledger.reserve(holdOn(payer, 20, [limit]))
      await fixture.ledger.recall('period', periodAccountId(limit, NOW))
      await limitOf(payer, 'token', 110)
      expect(await fixture.ledger.reserve(holdOn(payer, 20, [limit]))).toBe(`token_period_used_up:${payer.tokenId}`)
      expect(await fixture.ledger.reserve(holdOn(payer, 10, [limit]))).toEqual({ granted: 10, left: 0 })
    })

    test('allows exactly as many calls as it covers, on any number of nodes', async () => {
      const buses = localBuses()
      await start({ isOnlyNode: false, bus: buses.join() })
      for (let at = 0; at < 2; at++)
        others.push(await openTestLedger(fixture.storage, { isOnlyNode: false, bus: buses.join() }))
      const nodes = [fixture.ledger, ...others]
      const payer = await fixture.payer({ balance: 100_000 })
      const limit = await limitOf(payer, 'user', 205, 'week')
      const answers = await Promise.all(
        Array.from({ length: 60 }, async (_, at) => {
          const [node, hold] = [nodes[at % nodes.length] as Ledger, holdOn(payer, 10, [limit])]
          const answer = await node.reserve(hold)
          if (typeof answer === 'string') return answer
          await node.settle(fixture.settlement(payer, hold, 10))
          return 'charged'
        }),
      )
      expect(answers.filter(answer => answer === 'charged')).toHaveLength(20)
      expect(await spentOf(limit)).toBe(200)
      expect(await fixture.findings()).toEqual([])
    }, 30_000)

    test('also applies to work that outlives processes: all or nothing, corrected by the actual cost', async () => {
      await start()
      const { db } = fixture.storage
      const payer = await fixture.payer({ balance: 1_000 })
      const { userId, tokenId, channelId } = payer
      const [ofUser, ofToken] = [await limitOf(payer, 'user', 500), await limitOf(payer, 'token', 300)]
      const periodIds = [periodAccountId(ofUser, NOW), periodAccountId(ofToken, NOW)]
      const hold = (id: string, amount: number) =>
        db.transaction().execute(db => holdDurably(db, { id, userId, tokenId, amount, periodIds }, NOW))
      expect(await hold('too-much', 400)).toBe(`token_period_used_up:${payer.tokenId}`)
      expect([await spentOf(ofUser), await spentOf(ofToken)]).toEqual([0, 0])
      const held = await hold('batch', 200)
      expect([await spentOf(ofUser), await spentOf(ofToken)]).toEqual([200, 200])
      await fixture.ledger.reserve(holdOn(payer, 50, [ofUser, ofToken]))
      expect(await hold('leased', 90)).toBe('leased')
      const charges = [{ requestId: 'batch:0', quota: 120, log: consumeRow(payer, 120) }]
      await settleDurably(
        db,
        held as HeldDurably,
        { charges, notes: [], channelId },
        { keepsLogs: true, keepsFigures: true, now: NOW },
      )
      expect([await spentOf(ofUser), await spentOf(ofToken)]).toEqual([120, 120])
      expect(await fixture.findings()).toEqual([])
    })

    test('gets a dead node’s part back except for its charges', async () => {
      const buses = localBuses()
      await start({ isOnlyNode: false, bus: buses.join() })
      const payer = await fixture.payer({ balance: 1_000 })
      const limit = await limitOf(payer, 'user', 100)
      const dead = await openTestLedger(fixture.storage, { isOnlyNode: false, bus: buses.join() })
      const [charged, running] = [holdOn(payer, 30, [limit]), holdOn(payer, 40, [limit])]
      await dead.reserve(charged)
      await dead.settle(fixture.settlement(payer, charged, 30))
      await dead.reserve(running)
      await dead.release(running.requestId)
      await dead.close()
      expect(await fixture.ledger.reserve(holdOn(payer, 70, [limit]))).toEqual({ granted: 70, left: 0 })
      expect(await fixture.findings()).toEqual([])
    })
  })
}
