import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { calls, LOG_TYPE, type Log, type LogStat, type Page } from '../../packages/contract/src/index.ts'
import { audit } from '../../packages/server/src/money/ledger/audit.ts'
import { run as execute } from '../../packages/server/src/platform/storage/statements.ts'
import { rowsInPieces } from '../../packages/server/src/records/logs/export/read-rows.ts'
import { rollUp } from '../../packages/server/src/records/logs/sums/roll-up.ts'
import { endpoints } from '../../packages/server/src/start/app.ts'
import type { AppContext } from '../../packages/server/src/start/app-context.ts'
import { TEST_NOW, testApp } from '../../packages/server/test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../packages/server/test/support/console-client.ts'
import { databases, type TestDatabase } from '../../packages/server/test/support/databases.ts'
import type { RunSql } from '../lib/database.ts'
import { fillLog } from './fill.ts'
import { makeOwners } from './make-owners.ts'
import { type Made, oneDay } from './one-day.ts'
import { questionsOf } from './questions.ts'

const ROWS = 4_500
const DAYS = 45

for (const { kind, open } of databases()) {
  describe(`a long log on ${kind}, shortened`, () => {
    let database: TestDatabase
    let app: AppContext
    let admin: ConsoleClient
    let made: Made
    let rows: Row[]
    beforeAll(async () => {
      database = await open()
      app = await testApp(database)
      admin = await signedIn(app, endpoints, 'admin')
      await app.db.connection().execute(async db => {
        const run: RunSql = async statement => (await execute<Record<string, unknown>>(db, statement, [])).rows
        made = await makeOwners(run, TEST_NOW)
        await fillLog(run, { kind, made, rows: ROWS, days: DAYS, now: TEST_NOW, isAlone: false })
      })
      await rollUp(app.db, new AbortController().signal)
      rows = await app.db.selectFrom('logs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
    })
    afterAll(() => database.close())

    test('is as long as requested, and its figures, books and indexes match it', async () => {
      expect(rows).toHaveLength(ROWS)
      const charged = rows.filter(({ type }) => type === LOG_TYPE.consume)
      const { rows: sums } = await execute<{ calls: number; quota: number }>(
        app.db,
        'select sum(count) as calls, sum(quota) as quota from quota_data',
        [],
      )
      expect(Number(sums[0]?.calls)).toBe(charged.length)
      expect(Number(sums[0]?.quota)).toBe(charged.reduce((sum, { quota }) => sum + quota, 0))
      expect(await audit(database.storage, TEST_NOW)).toEqual([])
      const indexes = await execute<{ n: number }>(app.db, `select count(*) as n from ${INDEXES[kind]}`, [])
      expect(Number(indexes.rows[0]?.n)).toBeGreaterThan(4)
    })

    test('answers every filter and every pair of filters correctly', async () => {
      const asked = { made, total: ROWS, requestId: rows[50]?.request_id ?? '', now: TEST_NOW }
      const wrong: string[] = []
      for (const { path, kind, name } of questionsOf(asked)) {
        if (!/^(log|statistics),/.test(kind)) continue
        const query = new URL(path, 'http://tollgate.test').searchParams
        const passing = rows.filter(passes(query))
        const { data } = await admin('GET', path)
        if (kind.startsWith('log')) {
          const { items, total } = data as Page<Log>
          const from = (Number(query.get('p') ?? 1) - 1) * 100
          const found = items.map(({ id }) => id).join()
          const right = passing.slice(from, from + 100).map(({ id }) => id)
          if (total !== passing.length || found !== right.join()) wrong.push(name)
        } else {
          // Only charged calls have a quota, so the type does not matter.
          query.delete('type')
          const charged = rows.filter(passes(query)).filter(({ type }) => type === LOG_TYPE.consume)
          if ((data as LogStat).quota !== charged.reduce((sum, { quota }) => sum + quota, 0)) wrong.push(name)
        }
      }
      expect(wrong).toEqual([])
    }, 60_000)

    test('exports correctly with every filter and every pair of filters', async () => {
      const asked = { made, total: ROWS, requestId: rows[50]?.request_id ?? '', now: TEST_NOW }
      const wrong: string[] = []
      for (const { path, kind, name } of questionsOf(asked)) {
        if (!/^log, (one filter|two filters)$/.test(kind)) continue
        const query = new URL(path, 'http://tollgate.test').searchParams
        const next = rowsInPieces(app.reports, calls.logs.stat.query.parse(Object.fromEntries(query)))
        const found: number[] = []
        for (let isLast = false; !isLast; ) {
          const piece = await next()
          found.push(...piece.rows.map(({ id }) => id))
          isLast = piece.isLast
        }
        const right = rows.filter(passes(query)).map(({ id }) => id)
        if (found.join() !== right.join()) wrong.push(name)
      }
      expect(wrong).toEqual([])
    }, 60_000)

    test('has the same calls for the same seed', () => {
      expect(oneDay(made, 200, 3)).toEqual(oneDay(made, 200, 3))
      expect(oneDay(made, 200, 3)).not.toEqual(oneDay(made, 200, 4))
    })
  })
}

const INDEXES = {
  sqlite: `sqlite_master where type = 'index' and tbl_name = 'logs'`,
  postgres: `pg_indexes where tablename = 'logs'`,
}

type Row = Awaited<ReturnType<typeof allRows>>[number]
const allRows = (app: AppContext) => app.db.selectFrom('logs').selectAll().execute()

/** The filters of the log, written as plainly as possible. */
function passes(query: URLSearchParams): (row: Row) => boolean {
  const is = (name: string, value: string | number) => !query.get(name) || query.get(name) === String(value)
  const model = query.get('model_name') ?? ''
  const pattern = new RegExp(`^${model.split('%').map(RegExp.escape).join('.*')}$`, 'i')
  const [from, to] = [Number(query.get('start_timestamp')), Number(query.get('end_timestamp') || 1e12)]
  const cause = query.get('error_code')
  return row => {
    if (!is('username', row.username) || !is('token_name', row.token_name) || !is('group', row.group)) return false
    if (!is('type', row.type) || !is('channel', row.channel_id) || !is('request_id', row.request_id)) return false
    if (cause && (cause === '%' ? row.error_code === '' : row.error_code !== cause)) return false
    if (model && !pattern.test(row.model_name)) return false
    return row.created_at >= from && row.created_at <= to
  }
}
