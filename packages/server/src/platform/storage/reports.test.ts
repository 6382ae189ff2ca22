import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { calls, LOG_TYPE, type Log, type Page } from '@tollgate/contract'
import { sql } from 'kysely'
import { testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'
import { serve } from '../context.ts'
import { mount } from '../http/mount.ts'
import type { Storage } from './db.ts'
import { ReportEnded, type ReportLimits, withReportLimits } from './report-limits.ts'

const ROWS = 200_000
const ROWS_BEHIND_PAGES = 20_000
const RUNS_FOR_EVER = sql`with recursive steps (step) as (select 1 union all select step + 1 from steps)
  select count(*) from steps where step < 0`
/** Finds nothing, after reading every row. */
const SLOW_PAGE = '/api/log/?p=1&page_size=100&model_name=%25a%25e%25i%25o%25u%25'

const fillLog = ({ db }: Pick<Storage, 'db'>, rows: number) =>
  sql`insert into logs (type, created_at, user_id, username, content, model_name)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${sql.lit(rows)})
    select ${sql.lit(LOG_TYPE.consume)}, number, 1, 'root', 'old', 'claude-opus-with-a-rather-long-name-' || number from numbers`.execute(
    db,
  )

/** How many long reads are running: on SQLite child processes, on PostgreSQL queries of its pool. */
async function running({ kind, db }: Pick<Storage, 'kind' | 'db'>): Promise<number> {
  if (kind === 'sqlite') return reportProcesses().length
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
    and (query like 'with recursive steps%' or query like '%logs%')`.execute(db)
  return rows[0]?.count ?? 0
}

const reportProcesses = () =>
  readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? []
      return Number(parent) === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('report-process')
    } catch {
      // It ended meanwhile.
      return false
    }
  })

for (const { kind, open } of databases()) {
  describe(`a long read on ${kind}`, () => {
    let database: TestDatabase
    let storage: Storage
    beforeAll(async () => {
      database = await open()
      storage = database.storage
      await fillLog(storage, ROWS)
    })
    afterAll(() => database.close())

    const readForEver = (limits: ReportLimits) => withReportLimits(limits, () => RUNS_FOR_EVER.execute(storage.reports))
    const ended = (code: ReportEnded['code']) => new ReportEnded(code)
    const patient = { timeoutMs: 600_000 }

    test('ends at its time limit, while others read, write and run batches', async () => {
      let isOver = false
      const reading = rejection(readForEver({ timeoutMs: 1_500 })).finally(() => {
        isOver = true
      })
      let [meanwhile, ticks] = [0, 0]
      const ticking = setInterval(() => (ticks += 1), 1)
      for (; !isOver; meanwhile++) {
        await storage.db.selectFrom('users').selectAll().execute()
        await storage.db.updateTable('users').set({ quota: 1 }).where('id', '=', 0).execute()
        await storage.batch([{ text: 'update tokens set name = $1 where id = $2', parameters: ['t', 0], expect: 0 }])
      }
      clearInterval(ticking)
      expect(await reading).toEqual(ended('report_too_slow'))
      expect(meanwhile).toBeGreaterThan(5)
      expect(ticks).toBeGreaterThan(5)
      await until(
        () => running(storage),
        count => count === 0,
      )
    })

    test('ends when cancelled, and a new one works', async () => {
      const leaving = new AbortController()
      const reading = rejection(readForEver({ ...patient, signal: leaving.signal }))
      await until(
        () => running(storage),
        count => count === 1,
      )
      leaving.abort()
      expect(await reading).toEqual(ended('report_cancelled'))
      await until(
        () => running(storage),
        count => count === 0,
      )
      const { total } = await storage.reports
        .selectFrom('logs')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      expect(total).toBe(ROWS)
    })

    test('waits for its turn while a few others run, and leaves the queue when cancelled', async () => {
      const first = new AbortController()
      const reading = Array.from({ length: 3 }, () => rejection(readForEver({ ...patient, signal: first.signal })))
      const counting = storage.reports.selectFrom('users').select('id').execute()
      const impatient = new AbortController()
      const waiting = rejection(readForEver({ ...patient, signal: impatient.signal }))
      impatient.abort()
      expect(await waiting).toEqual(ended('report_cancelled'))
      first.abort()
      expect(await Promise.all(reading)).toEqual(Array(3).fill(ended('report_cancelled')))
      expect(await counting).toEqual([])
    })

    test('of somebody else need not wait for those of one reader, however many', async () => {
      const leaving = new AbortController()
      const reading = Array.from({ length: 6 }, () =>
        rejection(readForEver({ ...patient, reader: 1, signal: leaving.signal })),
      )
      await until(
        () => running(storage),
        count => count === { sqlite: 1, postgres: 2 }[kind],
      )
      const users = storage.reports.selectFrom('users').select('id')
      expect(await withReportLimits({ reader: 2 }, () => users.execute())).toEqual([])
      leaving.abort()
      expect(await Promise.all(reading)).toEqual(Array(6).fill(ended('report_cancelled')))
    })

    test('sees one snapshot in all statements of a transaction', async () => {
      const begin = { sqlite: 'begin', postgres: 'begin isolation level repeatable read, read only' }[kind]
      const count = (db: Storage['db']) => db.selectFrom('logs').select(({ fn }) => fn.countAll<number>().as('total'))
      await storage.reports.connection().execute(async connection => {
        await sql.raw(begin).execute(connection)
        const before = await count(connection).executeTakeFirstOrThrow()
        await storage.db.insertInto('logs').values({ type: 1, created_at: 1, user_id: 1, username: 'root' }).execute()
        expect(await count(connection).executeTakeFirstOrThrow()).toEqual(before)
        await sql.raw('rollback').execute(connection)
        expect(await count(connection).executeTakeFirstOrThrow()).toEqual({ total: before.total + 1 })
      })
    })
  })

  describe(`a console call with a long read on ${kind}`, () => {
    let database: TestDatabase
    let api: ReturnType<typeof mount>
    beforeAll(async () => {
      database = await open()
      const slow = serve(calls.status.get, async (_, { app }) => {
        await RUNS_FOR_EVER.execute(app.reports)
        throw new Error('it came to an end')
      })
      api = mount([slow], await testApp(database))
    })
    afterAll(() => database.close())

    test.each([
      ['en', 'narrow the filter'],
      ['zh', '请缩小筛选范围'],
      ['ru', 'сузьте фильтр'],
    ])('says at the time limit what to do (%s)', async (language, advice) => {
      const request = new Request('http://tollgate.test/api/status', { headers: { 'accept-language': language } })
      const response = await withReportLimits({ timeoutMs: 100 }, () => api.fetch(request, { socketAddress: '' }))
      expect(response.status).toBe(504)
      expect(await response.json()).toEqual({
        success: false,
        code: 'report_too_slow',
        message: expect.stringContaining(advice),
      })
    })

    test('ends when its browser leaves', async () => {
      const server = Bun.serve({ port: 0, fetch: request => api.fetch(request, { socketAddress: '127.0.0.1' }) })
      const browser = new AbortController()
      const asking = rejection(fetch(`${server.url}api/status`, { signal: browser.signal }))
      await until(
        () => running(database.storage),
        count => count === 1,
      )
      browser.abort()
      expect((await asking).name).toBe('AbortError')
      await until(
        () => running(database.storage),
        count => count === 0,
      )
      await server.stop(true)
    })
  })

  describe(`a gateway on ${kind} with ${ROWS_BEHIND_PAGES} log rows`, () => {
    let database: TestDatabase
    let upstream: Awaited<ReturnType<typeof startEvilUpstream>>
    let gateway: TestGateway
    let app: RunningApp
    let bearer: string
    beforeAll(async () => {
      database = await open()
      upstream = await startEvilUpstream()
      gateway = await startGateway(database.place.DATABASE_URL, async environment => {
        app = await buildAppContext(environment)
        return app
      })
      await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
      await gateway.setOption('ModelRatio', '{"good":1}')
      bearer = (await gateway.makeToken()).bearer
      await fillLog(app, ROWS_BEHIND_PAGES)
    })
    afterAll(async () => {
      await gateway.stop()
      await upstream.stop()
      await database.close()
    })

    const call = async () => {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: '{"model":"good","messages":[{"role":"user","content":"Hello"}]}',
      })
      await response.text()
      return response.status
    }

    test('relays calls while forty slow pages are opened concurrently, and shows every page', async () => {
      let isOver = false
      const turning = Promise.all(
        Array.from({ length: 40 }, () => gateway.consoleCall<Page<Log>>('GET', SLOW_PAGE)),
      ).finally(() => {
        isOver = true
      })
      const statuses = []
      while (!isOver) statuses.push(await call())
      expect((await turning).map(({ total }) => total)).toEqual(Array(40).fill(0))
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(statuses.length).toBeGreaterThan(10)
    }, 120_000)
  })
}
