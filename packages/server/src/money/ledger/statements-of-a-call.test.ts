import { afterEach, describe, expect, test } from 'bun:test'
import { databases } from '../../../test/support/databases.ts'
import type { Batch } from '../../platform/storage/batch.ts'
import { type LedgerFixture, makeLedgerFixture } from './testing.ts'

/** What charged calls write. */
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

    test.each([1, 40])('%d calls of one payer make each statement once in a commit', async calls => {
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
  })
}
