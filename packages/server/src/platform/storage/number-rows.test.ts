import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { databases } from '../../../test/support/databases.ts'
import { numberRows } from './number-rows.ts'

for (const { kind, open } of databases())
  test(`${kind} reads rows of numbers as a table`, async () => {
    const { storage, close } = await open()
    const rows = [
      [1, -2],
      [0, Number.MAX_SAFE_INTEGER],
    ]
    const found = await sql<{ column1: number; column2: number }>`
      select * from (values ${numberRows(rows)}) numbers`.execute(storage.db)
    expect(found.rows.map(({ column1, column2 }) => [Number(column1), Number(column2)])).toEqual(rows)
    await close()
  })

test('only whole numbers become part of a statement', () => {
  for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY, '1); drop table logs; --' as never])
    expect(() => numberRows([[1, wrong]])).toThrow(TypeError)
})
