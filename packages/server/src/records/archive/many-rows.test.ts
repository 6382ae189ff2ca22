import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { lastCleanUp } from '../logs/clean-up.ts'
import { IMPORTED_CODE } from '../logs/imported-rows.ts'
import { type ArchiveDeps, moveArchived, writeOldest } from './archive-oldest.ts'
import type { ArchivePlace } from './archive-place.ts'
import { askByAge } from './ask-by-age.ts'
import { bucketPlace } from './bucket-place.ts'
import { checkArchives } from './check-archives.ts'
import { placeOf } from './place.ts'
import { pagesOfLog, searchLogs } from './search.ts'
import { forgetAttempt, moveToArchive, oldestLogs, sumsOf, unfinishedAttempts, writtenArchives } from './store.ts'

const NO_KEY = { accessKeyId: '', secretAccessKey: '', region: '' }
const DAY = 86_400

for (const { kind, open } of databases()) {
  describe(`an archive on ${kind}`, () => {
    let database: TestDatabase
    let db: TestDatabase['storage']['db']
    let folder = ''
    beforeAll(async () => {
      database = await open()
      db = database.storage.db
    })
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'))
      for (const table of ['logs', 'log_archives', 'log_archive_sums', 'log_clean_ups', 'options'] as const)
        await db.deleteFrom(table).execute()
      await db.updateTable('log_roll_up').set({ gone_before: 0 }).execute()
    })
    afterEach(() => rmSync(folder, { recursive: true, force: true }))
    afterAll(() => database.close())

    /** Charged calls of user 1, each of one quota, three per second from 1,000 on. */
    async function fill(count: number): Promise<void> {
      const rows = Array.from(
        { length: count },
        (_, at): NewLogRow => ({
          user_id: 1,
          created_at: 1_000 + Math.floor(at / 3),
          type: LOG_TYPE.consume,
          quota: 1,
        }),
      )
      for (let at = 0; at < rows.length; at += 500)
        await db
          .insertInto('logs')
          .values(rows.slice(at, at + 500))
          .execute()
    }
    const archives = () => join(folder, 'log-archive')
    const placeAt = (place: string): ArchivePlace => placeOf({ ...NO_KEY, place }, folder)
    const deps = (parts: Partial<ArchiveDeps> = {}): ArchiveDeps => ({
      db,
      reports: db,
      dataFolder: folder,
      now: () => TEST_NOW,
      place: placeAt(''),
      placeAt,
      signal: new AbortController().signal,
      ...parts,
    })
    const idsInLog = async () => (await db.selectFrom('logs').select('id').orderBy('id').execute()).map(({ id }) => id)
    const idsFound = async () => (await Array.fromAsync(searchLogs(db, {}, placeAt))).map(({ id }) => id)

    test('takes more rows than fit into a page and no others, and is searched with the log, each row once', async () => {
      await fill(3_600)
      const all = await idsInLog()
      await writeOldest(deps(), 1_800)
      expect(await idsFound()).toEqual(all)
      expect(await moveArchived(deps())).toBe(2_400)
      expect(await idsInLog()).toEqual(all.slice(2_400))
      expect(await idsFound()).toEqual(all)
      const [archive] = await writtenArchives(db)
      expect(archive).toMatchObject({ rows: 2_400, from_time: 1_000, to_time: 1_799, state: 'moved' })
      expect(await sumsOf(db, archive?.id ?? 0)).toEqual([{ user_id: 1, calls: 2_400, quota: 2_400 }])
      expect(await moveArchived(deps())).toBe(0)
    })

    test('ends with the second in which it is full, even if a page ends there', async () => {
      await fill(1_800)
      await writeOldest(deps({ mostRows: 999 }), 1_600)
      await moveArchived(deps())
      await writeOldest(deps({ mostRows: 500 }), 1_600)
      expect((await writtenArchives(db)).map(({ rows }) => rows)).toEqual([999, 501])
    })

    test('is checked against the rows that were written and the charges that left the log', async () => {
      await fill(6)
      const wrong = async (change: { rows?: number; quota?: number; state?: 'written' | 'moved' }) => {
        const { quota = 6, ...archive } = change
        await db.updateTable('log_archives').set(archive).execute()
        await db.updateTable('log_archive_sums').set({ quota }).execute()
        const { findings } = await checkArchives(db, placeAt)
        return findings.map(finding => finding.replace(/^the archive \S+ /, ''))
      }
      await writeOldest(deps(), 2_000)
      await moveArchived(deps())
      expect(await checkArchives(db, placeAt)).toEqual({ archives: 1, rows: 6, findings: [] })
      expect(await wrong({ rows: 7 })).toEqual(['has 6 rows, not 7'])
      expect(await wrong({ rows: 6, quota: 5 })).toEqual(['has charges of 6 for user 1, and counts as 5'])
      // The log still counts rows that are being removed from it.
      expect(await wrong({ quota: 5, state: 'written' })).toEqual([])
      const archive_id = (await writtenArchives(db))[0]?.id ?? 0
      await wrong({ state: 'moved' })
      await db.insertInto('log_archive_sums').values({ archive_id, user_id: 2, calls: 1, quota: 5 }).execute()
      const { findings } = await checkArchives(db, placeAt)
      expect(findings[0]).toEndWith('has charges of 0 for user 2, and counts as 5')
      await db.deleteFrom('log_archive_sums').execute()
      expect(await wrong({ state: 'moved' })).toEqual(['has charges of 6 for user 1, and counts as 0'])
    })

    test('counts no charges but those of calls made here, and only its user may read its file', async () => {
      const row = { user_id: 1, created_at: 1_000, quota: 5, code: '' }
      const rows: NewLogRow[] = [
        { ...row, type: LOG_TYPE.consume },
        { ...row, type: LOG_TYPE.system },
        { ...row, type: LOG_TYPE.consume, code: `${IMPORTED_CODE}1` },
      ]
      await db.insertInto('logs').values(rows).execute()
      await writeOldest(deps(), 2_000)
      await moveArchived(deps())
      const [archive] = await writtenArchives(db)
      expect(await sumsOf(db, archive?.id ?? 0)).toEqual([{ user_id: 1, calls: 1, quota: 5 }])
      expect(await checkArchives(db, placeAt)).toEqual({ archives: 1, rows: 3, findings: [] })
      const { path } = await placeAt('').obtain(archive?.name ?? '')
      expect(statSync(path).mode & 0o777).toBe(0o600)
    })

    test('that another process has meanwhile given up does not count, and its file is removed', async () => {
      await fill(6)
      const place = placeAt('')
      const slow: ArchivePlace = {
        ...place,
        async put(...given) {
          await place.put(...given)
          for (const { id } of await unfinishedAttempts(db)) await forgetAttempt(db, id)
        },
      }
      expect(await writeOldest(deps({ place: slow }), 2_000)).toBe(true)
      expect(await writtenArchives(db)).toEqual([])
      expect(readdirSync(archives())).toEqual([])
      expect(await idsInLog()).toHaveLength(6)
    })

    test('is not opened for times outside its own, nor moved twice', async () => {
      await fill(6)
      await writeOldest(deps(), 1_001)
      await moveArchived(deps())
      const unread = (): never => {
        throw new Error('it was opened')
      }
      const found = async (from: number, to: number) =>
        (await Array.fromAsync(searchLogs(db, { from, to }, unread))).length
      expect([await found(1_001, 2_000), await found(0, 1_000)]).toEqual([3, 0])
      expect((await rejection(found(1_000, 1_001))).message).toBe('it was opened')
      expect(await moveArchived(deps({ placeAt: unread }))).toBe(0)
    })

    test('follows time, whatever the order of the ids', async () => {
      for (const created_at of [1_002, 1_001, 1_000])
        await db.insertInto('logs').values({ user_id: 1, created_at, type: LOG_TYPE.consume, quota: 1 }).execute()
      const times = async (after: Parameters<typeof oldestLogs>[2]) =>
        (await oldestLogs(db, 2_000, after, 10)).map(({ created_at }) => created_at)
      expect(await times(null)).toEqual([1_000, 1_001, 1_002])
      const middle = (await oldestLogs(db, 2_000, null, 10))[1] ?? null
      expect(await times(middle)).toEqual([1_002])
    })

    test('counts the log as incomplete only up to the rows that have left it', async () => {
      await fill(6)
      await writeOldest(deps(), 2_000)
      const [archive] = await writtenArchives(db)
      if (!archive) throw new Error('no archive was written')
      await moveToArchive(db, archive, (await idsInLog()).slice(0, 1))
      const { gone_before } = await db.selectFrom('log_roll_up').select('gone_before').executeTakeFirstOrThrow()
      expect(gone_before).toBe(1_001)
    })

    test('is read ahead, and a failure of what nobody reads any more is no failure', async () => {
      const row = { id: 1, created_at: 1_000 }
      const ahead = Promise.withResolvers<never>()
      const pages = [Promise.resolve({ rows: [row], next: row }), ahead.promise]
      const read = { first: row, readPage: () => pages.shift() ?? ahead.promise, isUpTo: () => false }
      for await (const page of pagesOfLog(db, {}, placeAt, read)) {
        expect(page).toEqual([row])
        break
      }
      const unhandled: unknown[] = []
      const note = (error: unknown) => unhandled.push(error)
      process.on('unhandledRejection', note)
      ahead.reject(new Error('the database is away'))
      await new Promise(setImmediate)
      process.off('unhandledRejection', note)
      expect(unhandled).toEqual([])
    })

    test('without rows is not made', async () => {
      await fill(3)
      expect(await writeOldest(deps(), 1_000)).toBe(false)
      expect(existsSync(archives())).toBe(false)
    })

    test('stops between two pages when told to, and leaves no file', async () => {
      await fill(6)
      const stopped = deps({ signal: AbortSignal.abort(new Error('stopped')) })
      expect((await rejection(writeOldest(stopped, 2_000))).message).toBe('stopped')
      expect(readdirSync(archives())).toEqual([])
      expect(await writeOldest(deps(), 2_000)).toBe(true)
      expect((await rejection(moveArchived(stopped))).message).toBe('stopped')
      expect(await idsInLog()).toHaveLength(6)
    })

    test('copies left by a killed reader are removed after a day, and nothing else is', async () => {
      mkdirSync(archives())
      const days = { 'old.copy': 1.01, 'new.copy': 0.99, 'old.jsonl.zst': 9 }
      for (const [name, age] of Object.entries(days)) {
        writeFileSync(join(archives(), name), '')
        const at = Date.now() / 1000 - age * DAY
        utimesSync(join(archives(), name), at, at)
      }
      await writeOldest(deps(), 2_000)
      expect(readdirSync(archives()).sort()).toEqual(['new.copy', 'old.jsonl.zst'])
    })

    test('is requested by age if the operator has set one, for rows that are older', async () => {
      const app = await testApp(database, { dataFolder: folder, now: () => 1_002 + 2 * DAY })
      await fill(9)
      await app.options.set('archive_setting.after_days', '2')
      expect(await askByAge(app)).toBe(0)
      await app.options.set('archive_setting.enabled', 'true')
      await app.options.set('archive_setting.after_days', '0')
      expect(await askByAge(app)).toBe(0)
      await app.options.set('archive_setting.after_days', '3')
      expect(await askByAge(app)).toBe(0)
      expect(await lastCleanUp(db)).toBeNull()
      await app.options.set('archive_setting.after_days', '2')
      expect(await askByAge(app)).toBe(6)
    })
  })
}

test('a bucket’s refusal is reported with its code, or with its status if it has none', async () => {
  const answers = ['<Error><Code>NoSuchKey</Code></Error>', '<Error><Code>no code!</Code></Error>', 'x'.repeat(20_000)]
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'))
  const server = Bun.serve({ port: 0, fetch: () => new Response(answers.shift(), { status: 404 }) })
  const key = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'here' }
  const place = bucketPlace(`http://127.0.0.1:${server.port}/bucket//`, key, folder)
  expect(place.address).toBe(`http://127.0.0.1:${server.port}/bucket`)
  const told: string[] = []
  for (const _ of [...answers]) told.push((await rejection(place.obtain('a'))).message)
  expect(told).toEqual([
    "the archive's storage did not give a: status 404 (NoSuchKey)",
    "the archive's storage did not give a: status 404",
    "the archive's storage did not give a: status 404",
  ])
  expect(readdirSync(folder)).toEqual([])
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

test('a bucket’s refusal is read up to its code, however it arrives, and only to a limit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'))
  const pieces = ['<Error><Co', 'de>AccessDenied</Code></Error>']
  let pulled = 0
  const inPieces = new ReadableStream({
    async pull(controller) {
      await Bun.sleep(1) // so that the pieces are sent one by one
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(Buffer.from(piece))
    },
  })
  const endless = new ReadableStream({
    async pull(controller) {
      pulled += 1
      await Bun.sleep(1)
      controller.enqueue(Buffer.alloc(16_384, 0x78))
    },
  })
  const bodies = [inPieces, endless]
  const server = Bun.serve({ port: 0, fetch: () => new Response(bodies.shift(), { status: 403 }) })
  const key = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'here' }
  const place = bucketPlace(`http://127.0.0.1:${server.port}/bucket`, key, folder)
  const told = async () => (await rejection(place.obtain('a'))).message
  expect(await told()).toBe("the archive's storage did not give a: status 403 (AccessDenied)")
  expect(await told()).toBe("the archive's storage did not give a: status 403")
  expect(pulled).toBeGreaterThan(0)
  await server.stop(true)
  rmSync(folder, { recursive: true })
})
