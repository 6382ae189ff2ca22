import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { setUpGateway } from '../../../test/support/gateway.ts'
import { MAIN, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { StartError } from '../process/environment.ts'
import { databaseTimeMs } from './database-time.ts'
import type { Storage } from './db.ts'
import { migrate } from './migrate.ts'
import { migrations, notForOlder } from './migrations/index.ts'

const NAMES = Object.keys(migrations)
/** Every eighth step, and the last. */
const isOneOfAFew = (place: number): boolean => place % 8 === 0 || place === NAMES.length - 1
/** Machines may be slow. */
const PATIENCE_MS = 15_000
const DYING = join(import.meta.dir, '../../../test/support/dying-migration.ts')

for (const { kind, open, openEmpty } of databases()) {
  describe(`bringing ${kind} up to date`, () => {
    let database: TestDatabase
    let storage: Storage
    /** This version's schema. */
    let latest: string[]
    beforeAll(async () => {
      const migrated = await open()
      latest = await schema(migrated.storage)
      await migrated.close()
    })
    beforeEach(async () => {
      database = await openEmpty()
      storage = database.storage
    })
    afterEach(() => database.close())

    test('continues after every step alone, and the books balance', async () => {
      for (let count = 1; count <= NAMES.length; count++) {
        await migrate(storage, firstSteps(count))
        if (count === 1) await addEarnings()
      }
      expect(await schema()).toEqual(latest)
      expect(await audit(storage, 1)).toEqual([])
    })

    // After every step alone, a few stand for all versions.
    test.each(NAMES.keys().filter(isOneOfAFew).toArray())(
      'continues from the version with %i of its steps, and the books balance',
      async count => {
        await migrate(storage, firstSteps(count))
        if (count > 0 && !NAMES.slice(0, count).includes('0004-earnings')) await addEarnings()
        await migrate(storage)
        expect(await schema()).toEqual(latest)
        expect(await audit(storage, 1)).toEqual([])
      },
    )

    const firstSteps = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count))

    /** What a version before the ledger's earnings had of them. */
    async function addEarnings(): Promise<void> {
      await sql`insert into users (username, aff_code, created_at, quota, aff_quota, aff_history_quota)
        values ('ann', 'ann', 1, 700, 300, 1000)`.execute(storage.db)
      await sql`insert into ledger_entries (reference, kind, user_id, user_amount, created_at)
        values ('aff:1:x', 'aff', 1, 700, 2)`.execute(storage.db)
    }

    // All steps run in one transaction: killed in the last, it must lose all of them.
    test.each([NAMES[0] ?? '', NAMES.at(-1) ?? ''])(
      'killed at the end of step %s, starts again and completes',
      async step => {
        const { exitCode } = await runProgram([DYING, JSON.stringify(database.place), step], {})
        expect([exitCode, await schema()]).toEqual([137, []])
        await migrate(storage)
        expect(await schema()).toEqual(latest)
      },
    )

    test('a failed step is rolled back together with those before it, and says why', async () => {
      const failing = async () => {
        throw new Error('there is no such thing')
      }
      const failure = migrate(storage, { ...migrations, '9999-last': failing })
      expect(await rejection(failure)).toEqual(
        new StartError('The database could not be brought up to date (9999-last): there is no such thing.'),
      )
      expect(await schema()).toEqual([])
    })

    test('a database of a later version stops the start and the audit with one sentence, and stays unchanged', async () => {
      await migrate(storage, { ...migrations, '9999-later': async () => undefined })
      const before = [await schema(), await rows()]
      const sentence =
        'The database belongs to a later version of Tollgate (9999-later): start that version, ' +
        'or restore a backup from before the upgrade. Nothing was changed.\n'
      const started = await runProgram([MAIN], { ...database.place, PORT: '0' })
      expect(started).toEqual({ exitCode: 1, stdout: '', stderr: sentence })
      const audited = await runProgram([MAIN, 'audit'], { ...database.place })
      expect(audited).toEqual({ exitCode: 1, stdout: '', stderr: `✗ ${sentence}` })
      expect([await schema(), await rows()]).toEqual(before)
    })

    // A SQLite folder has only one process anyway.
    const onPostgres = kind === 'postgres' ? test : () => undefined
    onPostgres('a newer version does not start beside a server of an older one', async () => {
      const steps = Object.keys(migrations)
      const lastApart = steps.indexOf(notForOlder(steps).at(-1) ?? '')
      const older = Object.fromEntries(Object.entries(migrations).slice(0, lastApart))
      await migrate(storage, older)
      const seen = (secondsAgo: number) =>
        sql`insert into nodes (id, seen_at) values ('other', ${sql.raw(databaseTimeMs(kind))} - ${secondsAgo * 1000})
          on conflict (id) do update set seen_at = excluded.seen_at`.execute(storage.db)
      await seen(1)
      const before = [await schema(), await rows()]
      const failure = await rejection(migrate(storage))
      expect(failure).toBeInstanceOf(StartError)
      expect((failure as Error).message).toStartWith('A server of an older version uses this database')
      expect([await schema(), await rows()]).toEqual(before)
      await seen(20)
      await migrate(storage)
      expect(await schema()).toEqual(latest)
    })

    test('the second start changes nothing', async () => {
      const startAndStop = async () => {
        const gateway = await startGatewayProcess(database.place, await freePort())
        if (!(await isSetUp())) await setUpGateway(gateway.url)
        await until(haveSumsRun, begun => begun, PATIENCE_MS)
        gateway.signal('SIGTERM')
        expect(await gateway.ended).toBe(0)
        return [await schema(), await rows()]
      }
      const first = await startAndStop()
      expect(await startAndStop()).toEqual(first)
    }, 60_000)

    /** The jobs that make rows of their own have ended once. */
    const haveSumsRun = async () => {
      const names = ['figure-sums', 'log-sums', 'database-size']
      const rows = await storage.db.selectFrom('jobs').select('finished_at').where('name', 'in', names).execute()
      return rows.length === names.length && rows.every(({ finished_at }) => Number(finished_at) > 0)
    }
    const isSetUp = async () => (await storage.db.selectFrom('users').select('id').execute()).length > 0

    const queries = {
      sqlite: {
        tables: `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1`,
        schema: `select name || ': ' || sql as line from sqlite_master
          where sql is not null and name not like 'sqlite_%' and name not like 'kysely_%' order by 1`,
      },
      postgres: {
        tables: `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
        schema: `select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '') as line
            from information_schema.columns where table_schema = 'public' and table_name not like 'kysely_%'
          union select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%' order by 1`,
      },
    }[kind]

    async function schema({ db } = storage): Promise<string[]> {
      const { rows } = await sql.raw<{ line: string }>(queries.schema).execute(db)
      return rows.map(({ line }) => line)
    }

    async function tables(): Promise<string[]> {
      const { rows } = await sql.raw<{ name: string }>(queries.tables).execute(storage.db)
      return rows.map(({ name }) => name)
    }

    /** All rows but those that say when background jobs ran. */
    async function rows(): Promise<Record<string, unknown[]>> {
      const found: Record<string, unknown[]> = {}
      for (const table of (await tables()).filter(name => !['jobs', 'job_runs'].includes(name)))
        found[table] = (await sql`select * from ${sql.table(table)}`.execute(storage.db)).rows
      return found
    }
  })
}
