import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { BatchMismatch, type BatchStatement } from './batch.ts'
import { type ColumnTypes, insertStatement, rowUpdate } from './statements.ts'

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
      text: `insert into quota_data (user_id, username, model_name, created_at, channel_id, token_id, cause)
        values ($1, $2, $3, $1, $1, $1, $2)`,
      parameters: [1, 'u', model],
    })

    test('runs all its statements, each with its own parameters', async () => {
      await database.storage.batch([set('x', ['a', 'b'], { expect: 2, what: 'options' }), figure('m')])
      expect(await stored()).toEqual(['a=x', 'b=x', 'm'])
    })

    test.each([1, 3])('writes %d rows by the same values', async count => {
      const columns = {
        user_id: 'bigint',
        model_name: 'text',
        created_at: 'bigint',
        quota: 'bigint',
        channel_id: 'bigint',
        token_id: 'bigint',
        cause: 'text',
      } as ColumnTypes
      const update = rowUpdate({
        columns: { model: 'text', paid: 'bigint' },
        what: 'figures',
        text: ({ model, paid }, from) =>
          `update quota_data set quota = quota + ${paid} ${from} where model_name = ${model}`,
      })
      const models = [`it's "m" \\ 你好`, 'a', ''].slice(0, count)
      const rows = models.map((model, place) => [1, model, place, 2 ** 52, 1, 1, ''])
      const inserted = insertStatement(kind, { table: 'quota_data', columns }, rows)
      await database.storage.batch(inserted ? [inserted] : [])
      await database.storage.batch(
        update(
          kind,
          models.map((model, place) => [model, place + 1]),
        ),
      )
      const found = database.storage.db.selectFrom('quota_data').select(['model_name', 'quota']).orderBy('created_at')
      expect(await found.execute()).toEqual(
        models.map((model_name, place) => ({ model_name, quota: 2 ** 52 + place + 1 })),
      )
    })

    test('returns the rows that a statement returns', async () => {
      const returning = (...keys: [string, string]) =>
        set('y', keys, { text: `${set('', ['', '']).text} returning key as name, 7 as number` })
      const [some, one] = await database.storage.batch([returning('a', 'b'), figure('m')])
      expect(some?.toSorted((one, other) => String(one.name).localeCompare(String(other.name)))).toEqual([
        { name: 'a', number: 7 },
        { name: 'b', number: 7 },
      ])
      expect(one).toEqual([])
      const [none] = await database.storage.batch([returning('c', 'd')])
      expect(none).toEqual([])
    })

    test.each([0, 1])('has no effect if statement %d changes a different number of rows than expected', async place => {
      const wrong = set('x', ['a', 'none'], { expect: 2, what: "the operator's options" })
      const statements = [figure('m')]
      statements.splice(place, 0, wrong)
      const error = await rejection(database.storage.batch(statements))
      expect(error).toBeInstanceOf(BatchMismatch)
      expect(error.message).toContain("the operator's options")
      expect(await stored()).toEqual(['a=0', 'b=0'])
    })

    test('has no effect if a statement fails, and the next batch works', async () => {
      const again = { ...figure('m'), text: 'insert into options (key, value) values ($1, $2)', parameters: ['a', '1'] }
      const error = await rejection(database.storage.batch([figure('m'), again]))
      expect(error).not.toBeInstanceOf(BatchMismatch)
      expect(await stored()).toEqual(['a=0', 'b=0'])
      await database.storage.batch([figure('n')])
      expect(await stored()).toEqual(['a=0', 'b=0', 'n'])
    })
  })
}
