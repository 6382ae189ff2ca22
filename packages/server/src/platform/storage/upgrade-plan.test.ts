import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAIN, runProgram } from '../../../test/support/gateway-process.ts'
import type { Storage } from './db.ts'
import { measureTables } from './measure-tables.ts'
import { executedSteps, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { TOUCHED } from './migrations/touched.ts'
import { upgradePlan } from './upgrade-plan.ts'
import { noteVersionStart, versionStarts } from './version-starts.ts'

const NAMES = Object.keys(migrations)
const listed = Object.entries(TOUCHED)
  .flatMap(([name, tables]) => tables.map(table => `${name} ${table}`))
  .sort()
/** On any database. */
const touched = new Set<string>()
const before = (step: string) => Object.fromEntries(Object.entries(migrations).slice(0, NAMES.indexOf(step)))

for (const { kind, openEmpty } of databases()) {
  describe(`an upgrade on ${kind}`, () => {
    let database: TestDatabase
    let storage: Storage
    beforeEach(async () => {
      database = await openEmpty()
      storage = database.storage
    })
    afterEach(() => database.close())

    const command = (...words: string[]) => runProgram([MAIN, 'upgrade-plan', ...words], { ...database.place })

    test('is told before it is made, with its tables and whether the older version can go on', async () => {
      const older = before('0117-figure-groups')
      await migrate(storage, older)
      const { exitCode, stdout } = await command()
      expect(exitCode).toBe(2)
      expect(stdout).toContain(`The database has ${Object.keys(older).length} steps.`)
      expect(stdout).toMatch(/0117-figure-groups +quota_data \(0 rows, 0\.\d MB\)/)
      expect(stdout).toMatch(/0119-system-history +only new tables/)
      expect(stdout).toContain('✗ The version that uses it now cannot go on beside this one (0117-figure-groups)')
      expect(await executedSteps(storage)).toEqual(Object.keys(older))

      await migrate(storage, before('0119-system-history'))
      const beside = await command('--json')
      expect([beside.exitCode, JSON.parse(beside.stdout)]).toMatchObject([0, { notBesideOlder: [], later: [] }])

      await migrate(storage)
      const done = await command()
      expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('its start changes nothing.') })
      await migrate(storage, { ...migrations, '9999-later': async () => undefined })
      expect(await command()).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('(9999-later)') })
    })

    test('of an empty database makes all tables', async () => {
      expect(await upgradePlan(storage.slow, kind)).toEqual({
        applied: 0,
        pending: NAMES.map(name => ({ name, tables: [] })),
        notBesideOlder: [],
        later: [],
      })
    })

    test('touches the tables that its steps are listed with', async () => {
      for (const [name, step] of Object.entries(migrations)) {
        const tables = (await measureTables(storage.slow, kind)).map(table => table.name)
        const texts: string[] = []
        await step(noting(storage.slow, texts) as never, kind)
        const named = texts.flatMap(text => [...text.matchAll(AFTER_THESE)].map(([, table = '']) => table))
        for (const table of tables.filter(table => named.includes(table))) touched.add(`${name} ${table}`)
      }
      expect([...touched].filter(line => !listed.includes(line))).toEqual([])
      // Some steps have nothing to do on one of the databases.
      if (kind === 'postgres') expect([...touched].sort()).toEqual(listed)
    })

    test('is noted at the first start of a version, with how long each step took, for thirty versions', async () => {
      const applied = await migrate(storage)
      expect(applied.map(({ name }) => name)).toEqual(NAMES)
      expect(applied.every(({ took_ms }) => took_ms >= 0)).toBe(true)
      // The start of another node, which was noted sooner.
      await noteVersionStart(storage.db, '1.0.0', [])
      await noteVersionStart(storage.db, '1.0.0', applied)
      await noteVersionStart(storage.db, '1.0.0', [])
      expect(await versionStarts(storage.db)).toEqual([
        { version: '1.0.0', started_at: expect.any(Number), steps: applied },
      ])
      for (let version = 0; version < 40; version++) {
        await noteVersionStart(storage.db, `2.${version}.0`, [])
        await sql`update version_starts set started_at = ${version} where version = ${`2.${version}.0`}`.execute(
          storage.db,
        )
      }
      await sql`update version_starts set started_at = 0 where version = '1.0.0'`.execute(storage.db)
      await noteVersionStart(storage.db, '3.0.0', [])
      const kept = (await versionStarts(storage.db)).map(({ version }) => version)
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([30, '3.0.0', '2.11.0'])
    })
  })
}

/** Names of tables in statements come after one of these. */
const AFTER_THESE = /\b(?:on|into|update|table|from|join|exists)\s+"?([a-z_]+)"?/gi

/** The database, whose statements `texts` gets. */
function noting(db: Storage['slow'], texts: string[]) {
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      texts.push(db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
