import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import fc from 'fast-check'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { MAIN, runProgram } from '../../../test/support/gateway-process.ts'
import { type ObjectStorage, STORAGE_KEY, startObjectStorage } from '../../../test/support/object-storage.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { audit } from '../../money/ledger/audit.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { AppContext } from '../../start/app-context.ts'
import { askForCleanUp, runCleanUps } from '../logs/clean-up.ts'
import { archiveAndDelete } from './archive-and-delete.ts'
import { readRows } from './archive-file.ts'
import { type ArchiveDeps, moveArchived, writeOldest } from './archive-oldest.ts'
import type { ArchivePlace } from './archive-place.ts'
import { archivesByAge, askByAge } from './ask-by-age.ts'
import { checkArchives } from './check-archives.ts'
import { placeOf } from './place.ts'
import { type LogSearch, searchLogs } from './search.ts'
import { writtenArchives } from './store.ts'

const NEVER = new AbortController().signal
const NO_KEY = { accessKeyId: '', secretAccessKey: '', region: '' }

for (const { kind, open } of databases()) {
  describe(`the archive of the log on ${kind}`, () => {
    let database: TestDatabase
    let app: AppContext
    let folder = ''
    beforeAll(async () => {
      database = await open()
      for (const name of ['ann', 'bob'])
        await database.storage.db
          .insertInto('users')
          .values({ username: name, aff_code: name, created_at: 1 } as never)
          .execute()
    })
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'))
      const { db } = database.storage
      for (const table of [
        'logs',
        'log_archives',
        'log_archive_sums',
        'log_clean_ups',
        'ledger_entries',
        'options',
      ] as const)
        await db.deleteFrom(table).execute()
      app = await testApp(database, { dataFolder: folder })
      await app.options.set('archive_setting.enabled', 'true')
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))
    afterAll(() => database.close())

    /** Charged calls with their entries, and some rows that are not calls. Times are seconds from 1,000. */
    async function fill(count: number, perSecond = 3): Promise<void> {
      const rows = Array.from(
        { length: count },
        (_, at): NewLogRow => ({
          user_id: (at % 2) + 1,
          username: at % 2 ? 'bob' : 'ann',
          created_at: 1_000 + Math.floor(at / perSecond),
          type: at % 5 === 4 ? LOG_TYPE.system : LOG_TYPE.consume,
          model_name: at % 3 ? 'gpt-4o' : 'claude-sonnet',
          request_id: `request-${at}`,
          quota: at % 5 === 4 ? 0 : 10 + at,
        }),
      )
      const charged = rows.filter(({ type }) => type === LOG_TYPE.consume)
      await app.db.insertInto('logs').values(rows).execute()
      await app.db
        .insertInto('ledger_entries')
        .values(
          charged.map(({ request_id, user_id, quota = 0, created_at }) => ({
            reference: `request:${request_id}`,
            kind: 'request',
            user_id,
            user_amount: -quota,
            is_logged: 1 as const,
            created_at,
          })),
        )
        .execute()
    }

    const placeAt = (place: string): ArchivePlace => placeOf({ ...NO_KEY, place }, folder)
    const depsOn = (db: Db, place = placeAt(''), mostRows = 5): ArchiveDeps => ({
      db,
      reports: db,
      dataFolder: folder,
      now: () => TEST_NOW,
      place,
      placeAt: () => place,
      signal: NEVER,
      mostRows,
    })
    async function archiveAll(deps: ArchiveDeps, before: number): Promise<void> {
      await moveArchived(deps)
      while (await writeOldest(deps, before)) await moveArchived(deps)
    }

    const idsInLog = async () =>
      (await app.db.selectFrom('logs').select('id').orderBy('id').execute()).map(({ id }) => id)
    async function idsInArchives(state?: 'moved'): Promise<number[]> {
      const ids: number[] = []
      for (const archive of await writtenArchives(app.db)) {
        if (state && archive.state !== state) continue
        const { path } = await placeAt(archive.place).obtain(archive.name)
        for await (const { id } of readRows(path)) ids.push(id)
      }
      return ids
    }
    const logRule = async () =>
      (await audit(database.storage, TEST_NOW)).filter(
        ({ rule }) => rule === 'log rows = requests charged, for every user',
      )
    const found = async (search: LogSearch, at = placeAt) => {
      const rows: { id: number; created_at: number }[] = []
      for await (const { id, created_at } of searchLogs(app.db, search, at)) rows.push({ id, created_at })
      return rows
    }

    test('continues after a kill at any step: no row is lost or archived twice, and the books always balance', async () => {
      const survived = async (step: number): Promise<boolean> => {
        for (const table of ['logs', 'log_archives', 'log_archive_sums', 'ledger_entries'] as const)
          await app.db.deleteFrom(table).execute()
        rmSync(folder, { recursive: true, force: true })
        await fill(8)
        const all = await idsInLog()
        const before = 1_002
        const old = all.slice(0, 6)
        let left = step
        const mayDie = () => {
          left -= 1
          if (left < 0) throw new Error('killed')
        }
        const dying = depsOn(dyingAt(app.db, mayDie), dyingPlace(placeAt(''), mayDie), 3)
        const end = await archiveAll(dying, before).then(
          () => true,
          error => {
            expect(String(error)).toContain('killed')
            return false
          },
        )
        expect(await logRule()).toEqual([])
        const anywhere = new Set([...(await idsInLog()), ...(await idsInArchives())])
        expect([...anywhere].sort((one, other) => one - other)).toEqual(all)
        expect((await found({})).map(({ id }) => id)).toEqual(all)

        await archiveAll(depsOn(app.db, placeAt(''), 3), before)
        expect(await idsInLog()).toEqual(all.slice(6))
        expect(await idsInArchives('moved')).toEqual(old)
        expect(await logRule()).toEqual([])
        expect(await checkArchives(app.db, placeAt)).toMatchObject({ rows: 6, findings: [] })
        // No leftover files remain.
        const names = (await writtenArchives(app.db)).map(({ name }) => name)
        expect(readdirSync(join(folder, 'log-archive')).sort()).toEqual(names.sort())
        return end
      }
      let step = 0
      while (!(await survived(step))) step += 1
      expect(step).toBeGreaterThan(20)
    }, 120_000)

    test('archives end with whole seconds, and hold the rows unchanged', async () => {
      await fill(30, 4)
      const rows = await app.db.selectFrom('logs').selectAll().orderBy('id').execute()
      await archiveAll(depsOn(app.db), 2_000)
      const archives = await writtenArchives(app.db)
      expect(archives.map(({ rows, from_time, to_time }) => [rows, from_time, to_time])).toEqual([
        [8, 1000, 1001],
        [8, 1002, 1003],
        [8, 1004, 1005],
        [6, 1006, 1007],
      ])
      const archived = []
      for (const { place, name } of archives)
        for await (const row of readRows((await placeAt(place).obtain(name)).path)) archived.push(row)
      expect(archived).toEqual(rows)
    })

    test('a clean-up archives what it removes; one that does not archive leaves the comparison', async () => {
      await fill(30)
      const clean = async (before: number) => {
        await askForCleanUp({ db: app.db, reports: app.db, before, now: TEST_NOW })
        return runCleanUps(
          { db: app.db, now: app.now, removeSome: moment => archiveAndDelete(app, moment, NEVER) },
          NEVER,
        )
      }
      expect(await clean(1_004)).toBe(12)
      expect(await idsInArchives('moved')).toHaveLength(12)
      expect(await logRule()).toEqual([])
      await app.db.updateTable('log_archive_sums').set({ quota: 1 }).where('user_id', '=', 1).execute()
      expect(await logRule()).toMatchObject([{ id: 1 }])

      await app.options.set('archive_setting.enabled', 'false')
      expect(await clean(1_006)).toBe(6)
      expect(await idsInArchives('moved')).toHaveLength(12)
      expect(await logRule()).toEqual([])
    })

    test('rows are archived by age if the option is set', async () => {
      await fill(6)
      expect(archivesByAge(app)).toBe(false)
      await app.options.set('archive_setting.after_days', '30')
      expect(archivesByAge(app)).toBe(true)
      await app.db
        .updateTable('logs')
        .set({ created_at: TEST_NOW - 30 * 86_400 })
        .where('request_id', '=', 'request-5')
        .execute()
      expect(await askByAge(app)).toBe(5)
      // One at a time.
      expect(await askByAge(app)).toBe(0)
    })

    test('a search finds matching rows once and in order, in archives and log, even while rows move', async () => {
      await fill(40)
      const rows = await app.db.selectFrom('logs').selectAll().orderBy('id').execute()
      await archiveAll(depsOn(app.db), 1_005)
      await writeOldest(depsOn(app.db), 1_010)
      const search = fc.record(
        {
          from: fc.integer({ min: 998, max: 1_016 }),
          to: fc.integer({ min: 998, max: 1_016 }),
          user: fc.constantFrom('ann', '2', 'nobody'),
          model: fc.constantFrom('gpt-4o', 'gpt%', '%o%n%', '%', 'claude', '%sonnet'),
          request: fc.constantFrom('request-7', 'request-39'),
        },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(search, async search => {
          const { from = 0, to = 9_999, user, model, request } = search
          const pattern = new RegExp(`^${(model ?? '%').replaceAll('%', '.*')}$`)
          const expected = rows.filter(
            row =>
              row.created_at >= from &&
              row.created_at < to &&
              (user === undefined || row.username === user || String(row.user_id) === user) &&
              pattern.test(row.model_name) &&
              (request === undefined || row.request_id === request),
          )
          expect((await found(search)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        }),
        { seed: 15, numRuns: 60 },
      )
    })

    test('the audit command reads every archive; the logs command prints them', async () => {
      await fill(12)
      await archiveAll(depsOn(app.db), 1_003)
      const environment = { ...database.place, SECRET_KEY: 'the secret key of every test app' }
      const printed = await runProgram([MAIN, 'logs', '--user', 'ann', '--from', '1970-01-01T00:16:41Z'], environment)
      const lines = printed.stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).request_id)
      expect([printed.exitCode, lines]).toEqual([0, ['request-4', 'request-6', 'request-8', 'request-10']])
      const nowhere = await runProgram([MAIN, 'logs'], { ...environment, DATABASE_URL: '', DATA_DIR: folder })
      expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, `✗ There is no tollgate.db in ${folder}.\n`])
      const help = await runProgram([MAIN, 'logs', '--help'], environment)
      expect([help.exitCode, help.stderr]).toEqual([0, ''])
      expect(help.stdout).toStartWith('Usage: ')
      const wrong = await runProgram([MAIN, 'logs', '--colour', 'red'], environment)
      expect([wrong.exitCode, wrong.stderr]).toEqual([
        1,
        expect.stringMatching(/^✗ Unknown option '--colour'.* takes --from .*\n$/),
      ])

      const audited = await runProgram([MAIN, 'audit'], environment)
      expect(audited.stdout).toContain('2 archives of the log: 9 rows')
      const [{ name = '' } = {}] = await writtenArchives(app.db)
      const path = join(folder, 'log-archive', name)
      const bytes = readFileSync(path)
      bytes[20] = (bytes[20] ?? 0) ^ 1
      writeFileSync(path, bytes)
      const again = await runProgram([MAIN, 'audit'], environment)
      expect([again.exitCode, again.stdout]).toEqual([
        1,
        expect.stringContaining(`✗ the archive ${name} is not the file that was written`),
      ])
      rmSync(path)
      expect((await runProgram([MAIN, 'audit'], environment)).stdout).toContain(
        `✗ the archive ${name} cannot be read: there is no file`,
      )
    }, 60_000)

    describe('in a bucket', () => {
      let storage: ObjectStorage
      beforeEach(() => {
        storage = startObjectStorage()
      })
      const inBucket = (key = STORAGE_KEY) => placeOf({ ...key, region: '', place: `${storage.address}/logs/` }, folder)

      test('is signed, read back and searched', async () => {
        await fill(12)
        const all = await idsInLog()
        await archiveAll(depsOn(app.db, inBucket()), 1_003)
        expect([...storage.objects.keys()]).toEqual(
          (await writtenArchives(app.db)).map(({ name }) => `/bucket/logs/${name}`),
        )
        expect(await idsInLog()).toEqual(all.slice(9))
        expect((await found({}, () => inBucket())).map(({ id }) => id)).toEqual(all)
        expect(await checkArchives(app.db, () => inBucket())).toMatchObject({ archives: 2, findings: [] })
        expect(readdirSync(join(folder, 'log-archive'))).toEqual([])
        await storage.stop()
      })

      test('loses no row if the bucket refuses, or returns something else', async () => {
        await fill(12)
        const all = await idsInLog()
        const stranger = { ...STORAGE_KEY, secretAccessKey: 'guessed' }
        const refused = await rejection(archiveAll(depsOn(app.db, inBucket(stranger)), 1_003))
        expect(refused.message).toMatch(
          /^the archive's storage did not take logs-\S+: status 403 \(SignatureDoesNotMatch\)$/,
        )
        expect(refused.message).not.toContain('guessed')

        const deps = depsOn(app.db, inBucket())
        await writeOldest(deps, 1_003)
        const [[path = '', object] = []] = [...storage.objects]
        storage.objects.set(path, new Uint8Array(10))
        expect((await rejection(moveArchived(deps))).message).toContain('differs from what was written')
        expect(await idsInLog()).toEqual(all)
        storage.objects.set(path, object ?? new Uint8Array())
        expect(await moveArchived(deps)).toBe(6)
        await storage.stop()
      })
    })
  })
}

test('the storage stand-in checks signatures as another client makes them', async () => {
  const storage = startObjectStorage()
  const client = (secretAccessKey: string) =>
    new Bun.S3Client({
      ...STORAGE_KEY,
      secretAccessKey,
      endpoint: new URL(storage.address).origin,
      bucket: 'bucket',
      region: 'eu-north-1',
    })
  const right = client(STORAGE_KEY.secretAccessKey)
  await right.write('a folder/name+1.zst', 'content')
  expect(await right.file('a folder/name+1.zst').text()).toBe('content')
  expect(await right.size('a folder/name+1.zst')).toBe(7)
  await rejection(client('guessed').write('other', 'content'))
  expect(storage.answered.at(-1)).toBe('PUT 403')
  expect([...storage.objects.keys()]).toHaveLength(1)
  await storage.stop()
})

/** A database whose process dies before one of its statements. */
const dyingAt = (db: Db, mayDie: () => void): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => {
      mayDie()
      return node
    },
    transformResult: async ({ result }) => result,
  })

/** A place whose process dies before or after each of its operations. */
function dyingPlace(place: ArchivePlace, mayDie: () => void): ArchivePlace {
  const around = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    mayDie()
    const result = await act()
    mayDie()
    return result
  }
  return {
    address: place.address,
    put: (...given) => around(() => place.put(...given)),
    obtain: name => around(() => place.obtain(name)),
    remove: name => around(() => place.remove(name)),
  }
}
