import { describe, expect, test } from 'bun:test'
import { asyncProperty, assert as check, constantFrom, integer, array as listOf, record } from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { type HeldDurably, holdDurably } from './durable-holds.ts'
import { settleDurably } from './settle-durably.ts'
import { consumeRow, makeLedgerFixture, NOW } from './testing.ts'

const SETTINGS = { keepsLogs: true, keepsFigures: true, now: NOW }

for (const { kind, open } of databases()) {
  describe(`holds that outlive processes on ${kind}`, () => {
    test('are debits that are charged once, with the rest refunded, and the books always balance', async () => {
      const fixture = await makeLedgerFixture(await open())
      const { db } = fixture.storage
      const payer = await fixture.payer({ balance: 1_000, cap: 800 })
      const { userId, tokenId, channelId } = payer
      const held = await db
        .transaction()
        .execute(db => holdDurably(db, { id: 'batch_1', userId, tokenId, amount: 600 }, NOW))
      expect(held).toEqual({ id: 'batch_1', userId, tokenId, amount: 600, ofToken: 600 })
      expect(await fixture.state(payer)).toMatchObject({ balance: 400, cap: 200, used: 0, requests: 0 })
      expect(await fixture.findings()).toEqual([])

      const charges = [{ requestId: 'batch_1:0', quota: 150, log: consumeRow(payer, 150) }]
      const settle = () => settleDurably(db, held as HeldDurably, { charges, notes: [], channelId }, SETTINGS)
      expect(await Promise.all([settle(), settle(), settle()])).toContain(150)
      expect(await settle()).toBeNull()
      expect(await fixture.state(payer)).toEqual({
        balance: 850,
        used: 150,
        requests: 1,
        cap: 650,
        tokenUsed: 150,
        channelUsed: 150,
        holds: 0,
        logged: 150,
      })
      expect(await fixture.figures(payer)).toMatchObject([{ count: 1, quota: 150 }])
      expect(await fixture.findings()).toEqual([])
      await fixture.close()
    })

    test.each([
      ['a cap owes what the charge exceeds it by', 100, 50],
      ['a token without a cap owes nothing', undefined, 0],
    ])('of %s', async (_what, cap, owed) => {
      const fixture = await makeLedgerFixture(await open())
      const { db } = fixture.storage
      const payer = await fixture.payer({ balance: 1_000, ...(cap && { cap }) })
      const { tokenId, channelId } = payer
      const held = await db.transaction().execute(db => holdDurably(db, { id: 'batch_1', ...payer, amount: 100 }, NOW))
      const charges = [{ requestId: 'batch_1:0', quota: 150, log: consumeRow(payer, 150) }]
      await settleDurably(db, held as HeldDurably, { charges, notes: [], channelId }, SETTINGS)
      const token = db.selectFrom('tokens').select('owed').where('id', '=', tokenId)
      expect(await token.executeTakeFirst()).toEqual({ owed })
      expect(await fixture.findings()).toEqual([])
      await fixture.close()
    })

    test('are made once for each id', async () => {
      const fixture = await makeLedgerFixture(await open())
      const payer = await fixture.payer({ balance: 1_000 })
      const hold = () =>
        fixture.storage.db
          .transaction()
          .execute(db => holdDurably(db, { id: 'batch_1', ...payer, amount: 100 }, NOW))
          .catch(error => error)
      await hold()
      expect(await hold()).toMatchObject({ message: 'batch_1 is held already' })
      expect(await fixture.state(payer)).toMatchObject({ balance: 900 })
      await fixture.close()
    })

    test('pay the debt of a cap by what is left of them', async () => {
      const fixture = await makeLedgerFixture(await open())
      const { db } = fixture.storage
      const payer = await fixture.payer({ balance: 1_000, cap: 100 })
      const held = (id: string, amount: number) =>
        db.transaction().execute(db => holdDurably(db, { id, ...payer, amount }, NOW)) as Promise<HeldDurably>
      const [first, second] = [await held('batch_1', 60), await held('batch_2', 40)]
      const settle = (hold: HeldDurably, quota: number) => {
        const charges = [{ requestId: `${hold.id}:0`, quota, log: consumeRow(payer, quota) }]
        return settleDurably(db, hold, { charges, notes: [], channelId: payer.channelId }, SETTINGS)
      }
      const standing = () =>
        db.selectFrom('tokens').select(['remain_quota', 'owed']).where('id', '=', payer.tokenId).executeTakeFirst()
      await settle(first, 150)
      expect(await standing()).toEqual({ remain_quota: 0, owed: 90 })
      await settle(second, 10)
      expect(await standing()).toEqual({ remain_quota: 0, owed: 60 })
      expect(await fixture.findings()).toEqual([])
      await fixture.close()
    })

    test('are refused if balance or cap are too low or leased by nodes', async () => {
      const fixture = await makeLedgerFixture(await open())
      const { db } = fixture.storage
      const payer = await fixture.payer({ balance: 1_000, cap: 800 })
      const ask = (amount: number) =>
        db.transaction().execute(db => holdDurably(db, { id: `of-${amount}`, ...payer, amount }, NOW))
      expect(await ask(1_001)).toBe('user_quota_insufficient')
      expect(await ask(801)).toBe('token_quota_insufficient')
      await fixture.ledger.reserve(fixture.hold(payer, 700))
      expect(await ask(400)).toBe('leased')
      expect(await fixture.state(payer)).toMatchObject({ balance: 300, holds: 700 })
      expect(await fixture.findings()).toEqual([])
      await fixture.close()
    })

    test('of any size, settled for any amount during calls, never overdraw a balance and report the shortfall', async () => {
      const fixture = await makeLedgerFixture(await open())
      const { db } = fixture.storage
      let made = 0
      const amount = integer({ min: 0, max: 1_000 })
      const batch = record({
        balance: amount,
        cap: constantFrom(undefined, 0, 300, 2_000),
        held: amount,
        running: amount,
        costs: listOf(amount, { maxLength: 3 }),
      })
      await check(
        asyncProperty(batch, async ({ balance, cap, held: asked, running, costs }) => {
          const payer = await fixture.payer({ balance, ...(cap !== undefined && { cap }) })
          const id = `any-${++made}`
          const held = await db.transaction().execute(db => holdDurably(db, { id, ...payer, amount: asked }, NOW))
          const reaches = asked <= balance && asked <= (cap ?? asked)
          expect(typeof held === 'object').toBe(reaches)
          if (typeof held === 'string') return
          const before = await fixture.state(payer)
          expect(before.balance).toBe(balance - asked)
          await fixture.ledger.reserve(fixture.hold(payer, running))
          const free = await freeOf(payer.userId)
          const charges = costs.map((quota, index) => ({
            requestId: `${id}:${index}`,
            quota,
            log: consumeRow(payer, quota),
          }))
          const paid = await settleDurably(db, held, { charges, notes: [], channelId: payer.channelId }, SETTINGS)
          const due = costs.reduce((sum, cost) => sum + cost, 0)
          expect(paid).toBe(Math.min(due, asked + free))
          const after = await fixture.state(payer)
          expect(after.used).toBe(due)
          expect(after.logged).toBe(Number(paid))
          expect(after.balance).toBeGreaterThanOrEqual(0)
          expect(after.cap).toBeGreaterThanOrEqual(0)
        }),
        { numRuns: 12, seed: 11 },
      )
      expect(await fixture.findings()).toEqual([])
      await fixture.close()

      async function freeOf(id: number) {
        const user = await db
          .selectFrom('users')
          .select(['quota', 'leased'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return user.quota - user.leased
      }
    }, 120_000)
  })
}
