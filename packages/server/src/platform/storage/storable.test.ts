import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { insertLog } from '../../records/logs/store.ts'
import { type ColumnTypes, insertStatement, run } from './statements.ts'
import { storableJson, storableText } from './storable.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '\0', '\ud800', '\udc00', '😀', '\\', '\\u0000', '\\ud800', '"', '{', '\n'),
  maxLength: 12,
})
const value = fc.jsonValue({ stringUnit: fc.constantFrom('a', '\0', '\ud800', '\\u0000', '"', '\\') as never })

test('JSON is stored as the same JSON with storable texts', () => {
  fc.assert(
    fc.property(fc.oneof(value, text, fc.dictionary(text, text)), value => {
      const stored = storableJson(JSON.stringify(value))
      expect(JSON.stringify(JSON.parse(stored))).toBe(stored)
      expect(unstorableIn(JSON.parse(stored))).toEqual([])
      if (typeof value === 'string') expect(JSON.parse(stored)).toBe(storableText(value))
    }),
    { seed: 25, numRuns: 1_000 },
  )
})

function unstorableIn(value: unknown): string[] {
  if (typeof value === 'string') return storableText(value) === value ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [...unstorableIn(name), ...unstorableIn(member)])
}

for (const { kind, open } of databases()) {
  describe(`a text from outside on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    test('is stored and found whatever it contains, through every way to the database', async () => {
      const { db, ledger, reports, slow, batch } = database.storage
      const columns: ColumnTypes = { key: 'text', value: 'text' }
      let count = 0
      await fc.assert(
        fc.asyncProperty(text, async text => {
          const key = () => `${kind}.${++count}.${text}`
          const keys = [key(), key(), key(), key(), key(), key()] as const
          await db.insertInto('options').values({ key: keys[0], value: text }).execute()
          await slow.insertInto('options').values({ key: keys[1], value: text }).execute()
          await run(ledger.getExecutor() as never, 'insert into options (key, value) values ($1, $2)', [keys[2], text])
          const one = insertStatement(kind, { table: 'options', columns }, [[keys[3], text]])
          const many = insertStatement(kind, { table: 'options', columns }, [
            [keys[4], text],
            [keys[5], text],
          ])
          for (const statement of [one, many]) if (statement) await batch([statement])
          for (const key of keys) {
            const found = await reports.selectFrom('options').select('value').where('key', '=', key).execute()
            expect(found).toEqual([{ value: storableText(text) }])
          }
        }),
        { seed: 25, numRuns: 40 },
      )
    })

    test('does not keep the database from reading the fields of a log row', async () => {
      const { db } = database.storage
      const other = JSON.stringify({ status_code: 500, message: { code: 'x', values: { reason: 'a\0b\ud800' } } })
      await insertLog(db, { user_id: 1, username: 'a', type: 5, created_at: 1, other })
      const { rows } = await sql<{ status: string | number }>`select ${
        kind === 'postgres' ? sql`other::json ->> 'status_code'` : sql`json_extract(other, '$.status_code')`
      } as status from logs`.execute(db)
      expect(rows.map(({ status }) => Number(status))).toEqual([500])
    })
  })
}
