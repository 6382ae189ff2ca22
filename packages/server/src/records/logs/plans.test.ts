import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CompiledQuery, sql } from 'kysely'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { LogFilters } from './filters.ts'
import { logsBy, logsPassing } from './store.ts'
import { rowsToAdd } from './sums/add-rows.ts'

/** The index with which SQLite finds matching rows. */
const [BY_TIME, BY_USER] = ['logs_by_time', 'logs_by_user']
const filters: Record<string, { filter: LogFilters; by: string }> = {
  all: { filter: {}, by: BY_TIME },
  type: { filter: { type: 2 }, by: BY_TIME },
  channel: { filter: { channel: 3 }, by: BY_TIME },
  'token name': { filter: { token_name: 'work' }, by: BY_TIME },
  token: { filter: { token_id: 4 }, by: BY_TIME },
  model: { filter: { model_name: 'gpt' }, by: BY_TIME },
  pattern: { filter: { model_name: '%gpt%' }, by: BY_TIME },
  group: { filter: { group: 'vip' }, by: BY_TIME },
  error: { filter: { error_code: 'timeout' }, by: BY_TIME },
  types: { filter: { type: [2, 5] }, by: BY_TIME },
  channels: { filter: { channel: [3, 4] }, by: BY_TIME },
  tokens: { filter: { token_name: ['work', 'play'] }, by: BY_TIME },
  models: { filter: { model_name: ['gpt', 'o3', 'claude%'] }, by: BY_TIME },
  groups: { filter: { group: ['vip', 'staff'] }, by: BY_TIME },
  errors: { filter: { error_code: ['timeout', 'unknown'] }, by: BY_TIME },
  'any error': { filter: { error_code: '%' }, by: BY_TIME },
  user: { filter: { username: 'ann' }, by: BY_USER },
  self: { filter: { userId: 5 }, by: BY_USER },
  conversation: { filter: { conversation: '5-k' }, by: BY_USER },
  act: { filter: { act: 'users' }, by: 'logs_by_code' },
  request: { filter: { request_id: 'r' }, by: 'logs_by_request_id' },
}
/** Of two filters, the one with fewer matching rows decides. */
const order = Object.values(filters).map(({ by }) => by)
const pairs = Object.entries(filters).flatMap(([one, first], at) =>
  Object.entries(filters)
    .slice(at + 1)
    .map(([other, second]) => ({
      name: `${one} and ${other}`,
      filter: { ...first.filter, ...second.filter },
      by: order.indexOf(first.by) > order.indexOf(second.by) ? first.by : second.by,
    })),
)
const all = [...Object.entries(filters).map(([name, given]) => ({ name, ...given })), ...pairs]

const sqlite = databases().filter(({ kind }) => kind === 'sqlite')

describe.each(sqlite)('reading the log on $kind', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const planOf = async ({ sql, parameters }: CompiledQuery): Promise<string> => {
    const { rows } = await database.storage.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    return rows.map(({ detail }) => detail).join('; ')
  }

  test('finds the newest rows for every filter, and every pair of filters, by its index; nearly all come in order', async () => {
    for (const { name, filter, by } of all) {
      const plan = await planOf(logsBy(database.storage.db, filter).rows.compile())
      expect(`${name}: ${plan}`).toContain(`INDEX ${by} (`)
      if (by === BY_TIME) expect(`${name}: ${plan}`).not.toContain('TEMP B-TREE FOR ORDER BY')
      if (by === BY_USER) expect(`${name}: ${plan}`).not.toContain('TEMP B-TREE')
    }
  })

  test('separates the rows of some hours by every indexed filter, without reading them', async () => {
    for (const { name, filter, by } of Object.entries(filters).map(([name, given]) => ({ name, ...given }))) {
      if (by === 'logs_by_request_id') continue
      const hour = logsPassing(database.storage.db, { ...filter, start_timestamp: 3_600, end_timestamp: 7_199 })
      const plan = await planOf(
        hour.select(['logs.id', 'logs.created_at']).orderBy('logs.created_at', 'desc').compile(),
      )
      expect(`${name}: ${plan}`).toContain(`COVERING INDEX ${by}`)
    }
  })

  test('finds the rows of several users in some hours by their index', async () => {
    const filter = { username: ['ann', 'bob'], start_timestamp: 3_600, end_timestamp: 7_199 }
    const plan = await planOf(logsPassing(database.storage.db, filter).select('logs.id').compile())
    expect(plan).toContain('COVERING INDEX logs_by_user (user_id=? AND created_at>?')
  })

  test('reads only the rows of a long log that are to be added to its sums', async () => {
    const rows = rowsToAdd({ after: 1_000, last: 1_100, from: 3_600 })
    for (const read of [sql`select min(created_at) ${rows}`, sql`select type, count(*) ${rows} group by 1`])
      expect(await planOf(read.compile(database.storage.db))).toContain('INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
  })
})
