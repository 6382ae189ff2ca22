import { afterEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import type { Batch } from '../../platform/storage/batch.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { carveSlice } from './index.ts'
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
