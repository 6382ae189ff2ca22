import { afterEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import type { Batch } from '../../platform/storage/batch.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { subscribe } from '../plans/subscribe.ts'
import { termsOf, testPlan } from '../plans/testing.ts'
import { carveSlice } from './index.ts'
import { windowsAt } from './subscription-windows.ts'
import { type LedgerFixture, makeLedgerFixture, NOW, type Payer } from './testing.ts'

/** The statements that charged calls make. */
const WRITES = [
  'update nodes',
  'update users',
  'update tokens',
  'update leases',
  'insert into ledger_entries',
  'insert into ledger_links',
  'insert into logs',
  'insert into quota_data',
  'update channels',
]

const nameOf = (text: string) => /^\s*(update|insert into) \w+/.exec(text)?.[0].trim() ?? text

for (const { kind, open } of databases()) {
  describe(`the statements of calls on ${kind}`, () => {
    let app: LedgerFixture
    afterEach(() => app.close())

    test.each([1, 40])('of %d calls by one payer are each made once in a commit', async calls => {
      const database = await open()
      const { batch } = database.storage
      const commits: string[][] = []
      const counted: Batch = statements => {
        commits.push(statements.map(({ text }) => nameOf(text)))
        return batch(statements)
      }
      app = await makeLedgerFixture({ ...database, storage: { ...database.storage, batch: counted } })
      const payer = await app.payer({ balance: 1_000_000 })
      const holds = Array.from({ length: calls }, () => app.hold(payer, 100))
      await Promise.all(holds.map(hold => app.ledger.reserve(hold)))
      await Promise.all(holds.map(hold => app.ledger.settle(app.settlement(payer, hold, 70))))
      expect(commits).toEqual([WRITES])
    })

    test('with budgets and windows add a change of each to the commit, and lease them once', async () => {
      const database = await open()
      const { batch, ledger } = database.storage
      const commits: string[][] = []
      const counted: Batch = statements => {
        commits.push(statements.map(({ text }) => nameOf(text)))
        return batch(statements)
      }
      let leases = 0
      const watched = ledger.withPlugin({
        transformQuery({ node }) {
          if (node.kind === 'InsertQueryNode') leases += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      app = await makeLedgerFixture({ ...database, storage: { ...database.storage, batch: counted, ledger: watched } })
      const payer = await app.payer({ balance: 1_000_000 })
      const { db } = app.storage
      await db.updateTable('users').set({ quota_period: 'day', period_quota: 100_000 }).execute()
      const plan = await testPlan(db, { price: 0, five_hours: 50_000, day: 60_000, total: null })
      const bought = { userId: payer.userId, plan, source: 'bought' as const, now: NOW }
      const row = await inTransaction(db, db => subscribe(db, bought, termsOf(NOW)))
      const limited = {
        periods: [{ owner: 'user' as const, ownerId: payer.userId, period: 'day' as const }],
        subscription: { id: row.id, windows: windowsAt(row, NOW).map(({ id }) => id) },
      }
      const call = async () => {
        const hold = { ...app.hold(payer, 100), ...limited }
        expect(await app.ledger.reserve(hold)).toMatchObject({ granted: 100 })
        await app.ledger.settle(app.settlement(payer, hold, 70))
      }
      await call()
      leases = 0
      commits.length = 0
      for (let calls = 0; calls < 5; calls++) await call()
      const each = kind === 'sqlite' ? 3 : 1
      const added = ['update subscriptions', ...Array(each).fill('update spending_periods')]
      const expected = WRITES.flatMap(write =>
        write === 'update leases' ? [...added, ...Array(each).fill(write)] : [write],
      )
      expect(commits).toEqual(Array(5).fill(expected))
      expect(leases).toBe(0)
      expect(await app.findings()).toEqual([])
    })

    test('are as many for a key five levels below a token as for the token', async () => {
      const database = await open()
      const { batch } = database.storage
      let commits: string[][] = []
      const counted: Batch = statements => {
        commits.push(statements.map(({ text }) => nameOf(text)))
        return batch(statements)
      }
      app = await makeLedgerFixture({ ...database, storage: { ...database.storage, batch: counted } })
      const { db } = app.storage
      const payer = await app.payer({ balance: 1_000_000, cap: 10_000 })
      let parentId = payer.tokenId
      for (let depth = 1; depth <= 5; depth++) {
        const key = { key_fingerprint: `${depth}`, key_sealed: '', key_hint: '', name: 'child', created_time: 1 }
        const place = { parent_id: parentId, root_id: payer.tokenId, depth, is_carved: 1 }
        const { id } = await db
          .insertInto('tokens')
          .values({ user_id: payer.userId, ...key, ...place })
          .returning('id')
          .executeTakeFirstOrThrow()
        const slice = { parentId, childId: id, amount: 5_000 - depth, now: NOW }
        await inTransaction(db, db => carveSlice(db, slice))
        parentId = id
      }
      const callOf = async (by: Payer) => {
        commits = []
        const hold = app.hold(by, 100)
        await app.ledger.reserve(hold)
        await app.ledger.settle(app.settlement(by, hold, 70))
        return commits
      }
      expect(await callOf({ ...payer, tokenId: parentId })).toEqual(await callOf(payer))
      expect(await app.findings()).toEqual([])
    })
  })
}
