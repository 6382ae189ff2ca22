import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { collectAll } from './debts.ts'
import {
  bringTokenChanges,
  correctCharge,
  credit,
  earn,
  holdDurably,
  type Ledger,
  moveEarnings,
  periodAccountId,
  setBalance,
  setTokenCap,
  settleDurably,
} from './index.ts'
import { consumeRow, type LedgerFixture, makeLedgerFixture, NOW, openTestLedger, type Payer } from './testing.ts'

const SETTINGS = { keepsLogs: true, keepsFigures: true, now: NOW }

for (const { kind, open } of databases()) {
  describe(`a debt, which a hold does not cover, on ${kind}`, () => {
    let app: LedgerFixture
    let other: Ledger
    beforeAll(async () => {
      app = await makeLedgerFixture(await open(), { isOnlyNode: false })
      other = await openTestLedger(app.storage, { isOnlyNode: false })
    })
    afterAll(async () => {
      expect(await app.findings()).toEqual([])
      await other.close()
      await app.close()
    })

    const account = async ({ userId, tokenId }: Payer) => {
      const { db } = app.storage
      const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
      const token = await db.selectFrom('tokens').selectAll().where('id', '=', tokenId).executeTakeFirstOrThrow()
      return { balance: user.quota, owed: user.owed, cap: token.remain_quota, capOwed: token.owed }
    }
    const settledAt = (payer: Payer, balance: number, owed = 0) =>
      until(
        () => account(payer),
        now => now.balance === balance && now.owed === owed,
      )

    /** A call that cost more than its hold and the wallet. */
    async function overdraw(payer: Payer, { held, cost }: { held: number; cost: number }, by = app.ledger) {
      const hold = app.hold(payer, held)
      expect(await by.reserve(hold)).toMatchObject({ granted: held })
      await by.settle(app.settlement(payer, hold, cost))
      return hold.requestId
    }

    test('of a cap is collected from what the token gets at the gateway that it came from', async () => {
      const payer = await app.payer({ balance: 1_000, cap: 100 })
      await overdraw(payer, { held: 100, cost: 150 })
      expect(await account(payer)).toMatchObject({ cap: 0, capOwed: 50 })
      const { userId, tokenId } = payer
      const reference = `import:1:sync:1:token:${tokenId}`
      await app.storage.db
        .transaction()
        .execute(db =>
          bringTokenChanges(
            db,
            [{ ...{ tokenId, userId, reference }, remain: 80, isUnlimited: false, usedQuota: 0 }],
            NOW,
          ),
        )
      expect(await account(payer)).toMatchObject({ cap: 30, capOwed: 0 })
    })

    test('is collected when another call of the user releases its hold', async () => {
      for (const [slow, fast] of [
        [app.ledger, app.ledger],
        [app.ledger, other],
        [other, app.ledger],
      ] as const) {
        const payer = await app.payer({ balance: 1_000 })
        const locked = app.hold(payer, 900)
        await slow.reserve(locked)
        await overdraw(payer, { held: 100, cost: 500 }, fast)
        expect(await account(payer)).toMatchObject({ balance: 900, owed: 400 })
        for (const ledger of [slow, fast])
          expect(await ledger.reserve(app.hold(payer, 1))).toBe('user_quota_insufficient')
        await slow.settle(app.settlement(payer, locked, 100))
        await settledAt(payer, 400)
        expect(await fast.reserve(app.hold(payer, 401))).toBe('user_quota_insufficient')
        expect(await fast.reserve(app.hold(payer, 400))).toMatchObject({ granted: 400 })
      }
    })

    test('stays while nothing comes in, and is collected once from the next income', async () => {
      const payer = await app.payer({ balance: 100 })
      const { userId } = payer
      const { db } = app.storage
      await overdraw(payer, { held: 100, cost: 1_100 })
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 1_000 })

      const topUp = { userId, amount: 300, reference: `topup:debts-${userId}`, now: NOW }
      const done = await Promise.all(Array.from({ length: 4 }, () => credit(db, topUp)))
      expect(done.filter(one => one !== null)).toEqual([{ collected: 300 }])
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 700 })

      await earn(db, { userId, inviteeId: 900_000 + userId, amount: 200, now: NOW })
      expect(await moveEarnings(db, { userId, amount: 200, now: NOW })).toBe(true)
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 500 })
      for (const ledger of [app.ledger, other])
        expect(await ledger.reserve(app.hold(payer, 1))).toBe('user_quota_insufficient')

      expect(await setBalance(db, { userId, balance: 600, now: NOW })).toEqual({ before: 0, after: 100 })
      expect(await account(payer)).toMatchObject({ balance: 100, owed: 0 })
      expect(await app.ledger.reserve(app.hold(payer, 100))).toMatchObject({ granted: 100 })
    })

    test('is collected from a refund, and from the rest of a durable hold', async () => {
      const payer = await app.payer({ balance: 1_000 })
      const { db } = app.storage
      const task = await overdraw(payer, { held: 300, cost: 300 })
      await app.ledger.recall('user', payer.userId)
      await other.recall('user', payer.userId)
      const held = await holdDurably(db, { id: `debts-${payer.userId}`, ...payer, amount: 600 }, NOW)
      if (typeof held === 'string') throw new Error(held)
      await overdraw(payer, { held: 100, cost: 750 })
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 650 })

      const reference = `task-refund:debts:${payer.userId}`
      expect(await correctCharge(db, { reference, requestId: task, quota: 0, now: NOW })).toEqual({
        more: -300,
        uncollected: 0,
      })
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 350 })
      const charges = [{ requestId: `batch-${payer.userId}`, quota: 200, log: consumeRow(payer, 200) }]
      await settleDurably(db, held, { charges, notes: [], channelId: payer.channelId }, SETTINGS)
      expect(await account(payer)).toMatchObject({ balance: 50, owed: 0 })
    })

    test('also arises from work that outlives processes', async () => {
      const payer = await app.payer({ balance: 500 })
      const { db } = app.storage
      const held = await holdDurably(db, { id: `dear-${payer.userId}`, ...payer, amount: 500 }, NOW)
      if (typeof held === 'string') throw new Error(held)
      const charges = [{ requestId: `dear-${payer.userId}`, quota: 800, log: consumeRow(payer, 800) }]
      await settleDurably(db, held, { charges, notes: [], channelId: payer.channelId }, SETTINGS)
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 300 })
      const more = { reference: `task-adjust:dear:${payer.userId}`, requestId: `dear-${payer.userId}`, now: NOW }
      await correctCharge(db, { ...more, quota: 900 })
      expect(await account(payer)).toMatchObject({ balance: 0, owed: 400 })
      await credit(db, { userId: payer.userId, amount: 450, reference: `redemption:d${payer.userId}`, now: NOW })
      expect(await holdDurably(db, { id: `next-${payer.userId}`, ...payer, amount: 51 }, NOW)).toBe(
        'user_quota_insufficient',
      )
      expect(await account(payer)).toMatchObject({ balance: 50, owed: 0 })
    })

    test('of a token’s cap is subtracted from later raises of the cap', async () => {
      const payer = await app.payer({ balance: 10_000, cap: 100 })
      const { db } = app.storage
      await overdraw(payer, { held: 100, cost: 350 })
      expect(await account(payer)).toMatchObject({ cap: 0, capOwed: 250, owed: 0 })
      expect(await setTokenCap(db, { tokenId: payer.tokenId, remain: 150, now: NOW })).toEqual({ before: 0, after: 0 })
      expect(await app.ledger.reserve(app.hold(payer, 1))).toBe('token_quota_insufficient')
      expect(await setTokenCap(db, { tokenId: payer.tokenId, remain: 150, now: NOW })).toEqual({ before: 0, after: 50 })
      app.ledger.refresh('token', payer.tokenId)
      expect(await app.ledger.reserve(app.hold(payer, 51))).toBe('token_quota_insufficient')
      expect(await app.ledger.reserve(app.hold(payer, 50))).toMatchObject({ granted: 50 })
    })

    test('of a limit is counted in the following periods', async () => {
      const payer = await app.payer({ balance: 10_000 })
      const { db } = app.storage
      await db
        .updateTable('users')
        .set({ quota_period: 'day', period_quota: 100 })
        .where('id', '=', payer.userId)
        .execute()
      const limit = { owner: 'user', ownerId: payer.userId, period: 'day' } as const
      const hold = { ...app.hold(payer, 80), periods: [limit] }
      await app.ledger.reserve(hold)
      await app.ledger.settle(app.settlement(payer, hold, 230))
      const refused = { ...app.hold(payer, 1), periods: [limit] }
      expect(await app.ledger.reserve(refused)).toBe('user_period_used_up')
      const owed = async () =>
        (await db.selectFrom('users').select('period_owed').where('id', '=', payer.userId).executeTakeFirstOrThrow())
          .period_owed
      expect(await owed()).toBe(130)

      const DAY = 86_400
      for (const [days, free] of [
        [1, 0],
        [2, 70],
      ] as const) {
        const at = [periodAccountId(limit, NOW + days * DAY)]
        const asked = { ...payer, periodIds: at }
        const over = { id: `over-${payer.userId}-${days}`, ...asked, amount: free + 1 }
        expect(await holdDurably(db, over, NOW)).toBe('user_period_used_up')
        await app.ledger.recall('user', payer.userId)
        const held = await holdDurably(db, { id: `in-${payer.userId}-${days}`, ...asked, amount: free }, NOW)
        expect(held).toMatchObject({ amount: free })
      }
      expect(await owed()).toBe(0)
    })

    test('is collected from a dead node’s leases', async () => {
      const payer = await app.payer({ balance: 1_000 })
      await app.storage.db
        .updateTable('users')
        .set({ quota: 1_000, owed: 400 })
        .where('id', '=', payer.userId)
        .execute()
      await Promise.all([1, 2, 3].map(() => collectAll(app.storage.db, NOW)))
      await settledAt(payer, 600)
      const entries = await app.storage.db
        .selectFrom('ledger_entries')
        .select(['kind', 'user_amount', 'uncollected'])
        .where('user_id', '=', payer.userId)
        .where('kind', '=', 'collect')
        .execute()
      expect(entries).toEqual([{ kind: 'collect', user_amount: -400, uncollected: -400 }])
      // This debt was made by hand, so the audit reports it.
      expect((await app.findings()).map(({ rule, id }) => ({ rule, id }))).toEqual([
        { rule: 'debt = sum of what was not covered, for every user', id: payer.userId },
      ])
      await app.storage.db.updateTable('users').set({ waived: -400 }).where('id', '=', payer.userId).execute()
    })

    test('that no message told is collected from what a node has leased and does not use', async () => {
      // It returns what is idle only after minutes.
      const slow = await makeLedgerFixture(await open(), { isOnlyNode: false, heartbeatMs: 10_000 })
      const payer = await slow.payer({ balance: 1_000_000 })
      const { db } = slow.storage
      const user = () =>
        db.selectFrom('users').select(['quota', 'leased', 'owed']).where('id', '=', payer.userId).executeTakeFirst()
      const hold = slow.hold(payer, 100)
      await slow.ledger.reserve(hold)
      await slow.ledger.settle(slow.settlement(payer, hold, 100))
      const { quota = 0, leased = 0 } = (await user()) ?? {}
      expect(leased).toBeGreaterThan(0)
      const held = await holdDurably(db, { id: 'untold', ...payer, amount: quota - leased }, NOW)
      if (typeof held === 'string') throw new Error(held)
      const charges = [{ requestId: 'untold', quota: quota - leased + 50, log: consumeRow(payer, 1) }]
      await settleDurably(db, held, { charges, notes: [], channelId: payer.channelId }, SETTINGS)
      expect(await user()).toMatchObject({ owed: 50 })
      await until(user, found => found?.owed === 0 && found.quota === leased - 50)
      expect(await slow.findings()).toEqual([])
      await slow.close()
    })

    test('never exists beside free money, whatever calls cost on two nodes, and no more is spent than there is', async () => {
      const call = record({
        held: integer({ min: 0, max: 400 }),
        cost: integer({ min: 0, max: 900 }),
        isFar: boolean(),
      })
      await assert(
        asyncProperty(
          integer({ min: 0, max: 2_000 }),
          array(array(call, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
          integer({ min: 0, max: 3_000 }),
          async (balance, rounds, topUp) => {
            const payer = await app.payer({ balance, cap: 1_500 })
            let cost = 0
            for (const calls of rounds) {
              const holds = await Promise.all(
                calls.map(async one => {
                  const [ledger, hold] = [one.isFar ? other : app.ledger, app.hold(payer, one.held)]
                  return { ...one, ledger, hold, answer: await ledger.reserve(hold) }
                }),
              )
              await Promise.all(
                holds.map(async ({ ledger, hold, answer, ...one }) => {
                  if (typeof answer === 'string') return
                  cost += one.cost
                  await ledger.settle(app.settlement(payer, hold, one.cost))
                }),
              )
              // When no call runs, either the debt or the money is zero.
              const now = await until(
                () => account(payer),
                found => found.owed === 0 || found.balance === 0,
              )
              expect(now.balance - now.owed).toBe(balance - cost)
            }
            await credit(app.storage.db, {
              userId: payer.userId,
              amount: topUp,
              reference: `topup:random-${payer.userId}`,
              now: NOW,
            })
            const now = await account(payer)
            expect(now.balance - now.owed).toBe(balance + topUp - cost)
            expect(Math.min(now.balance, now.owed)).toBe(0)
            expect(await app.findings()).toEqual([])
          },
        ),
        { seed: 20_261_124, numRuns: 25 },
      )
    }, 120_000)
  })
}
