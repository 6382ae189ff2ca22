import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { rejection } from '../../test/support/rejection.ts'
import { BatchMismatch, type BatchStatement } from './batch.ts'

for (const { kind, open } of databases()) {
  describe(`a batch on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())
    beforeEach(async () => {
      await database.storage.db.deleteFrom('options').execute()
      await database.storage.db
        .insertInto('options')
        .values(['a', 'b'].map(key => ({ key, value: '0' })))
        .execute()
      await database.storage.db.deleteFrom('quota_data').execute()
    })

    const stored = async () => {
      const options = await database.storage.db.selectFrom('options').select(['key', 'value']).orderBy('key').execute()
      const figures = await database.storage.db.selectFrom('quota_data').select('model_name').execute()
      return [...options.map(({ key, value }) => `${key}=${value}`), ...figures.map(row => row.model_name)]
    }
    const set = (value: string, keys: [string, string], of: Partial<BatchStatement> = {}): BatchStatement => ({
      text: 'update options set value = $1 where key in ($2, $3)',
      parameters: [value, ...keys],
      ...of,
    })
    const figure = (model: string): BatchStatement => ({
      text: `insert into quota_data (user_id, username, model_name, created_at, token_used, count, quota)
        values ($1, $2, $3, $1, $1, $1, $1)`,
      parameters: [1, 'u', model],
    })

    test('does all its statements, each with its own parameters, and says what they did', async () => {
      const results = await database.storage.batch([set('x', ['a', 'b'], { expect: 2, what: 'options' }), figure('m')])
      expect(results.map(({ changed }) => changed)).toEqual([2, 1])
      expect(await stored()).toEqual(['a=x', 'b=x', 'm'])
    })

    test('returns the rows that a statement returns', async () => {
      const returning = (...keys: [string, string]) =>
        set('y', keys, { text: `${set('', ['', '']).text} returning key as name, 7 as number` })
      const [some, one] = await database.storage.batch([returning('a', 'b'), figure('m')])
      expect(some?.rows.toSorted((one, other) => String(one.name).localeCompare(String(other.name)))).toEqual([
        { name: 'a', number: 7 },
        { name: 'b', number: 7 },
      ])
      expect(one?.rows).toEqual([])
      const [none] = await database.storage.batch([returning('c', 'd')])
      expect(none).toEqual({ rows: [], changed: 0 })
    })

    test.each([0, 1])('does nothing of it where statement %d changes another number of rows', async place => {
      const wrong = set('x', ['a', 'none'], { expect: 2, what: "the operator's options" })
      const statements = [figure('m')]
      statements.splice(place, 0, wrong)
      const error = await rejection(database.storage.batch(statements))
      expect(error).toBeInstanceOf(BatchMismatch)
      expect(error.message).toContain("the operator's options")
      expect(await stored()).toEqual(['a=0', 'b=0'])
    })

    test('does nothing of it where a statement fails, and goes on with the next batch', async () => {
      const again = { ...figure('m'), text: 'insert into options (key, value) values ($1, $2)', parameters: ['a', '1'] }
      const error = await rejection(database.storage.batch([figure('m'), again]))
      expect(error).not.toBeInstanceOf(BatchMismatch)
      expect(await stored()).toEqual(['a=0', 'b=0'])
      await database.storage.batch([figure('n')])
      expect(await stored()).toEqual(['a=0', 'b=0', 'n'])
    })
  })
}
