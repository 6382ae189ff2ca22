import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { sql } from 'kysely'
import { BatchMismatch } from '../storage/batch.ts'
import { type Storage, sqliteStorage } from '../storage/db.ts'
import { migrate } from '../storage/migrate.ts'
import { ReportEnded, withReportLimits } from '../storage/report-limits.ts'
import { openSqlite } from '../storage/sqlite/open-sqlite.ts'
import type { SqliteService } from '../storage/sqlite/service.ts'
import { type Link, makeLink, type Parcel } from './link.ts'
import { sqliteOverLink } from './sqlite-client.ts'
import { hostSqlite } from './sqlite-host.ts'

const SEED = 20_261_122

describe('SQLite over the link to the supervisor', () => {
  let folder: string
  let service: SqliteService
  let owner: Storage

  async function openOwner() {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-link-'))
    service = openSqlite(join(folder, 'tollgate.db'))
    owner = sqliteStorage(service, folder)
    await migrate(owner)
  }
  afterEach(async () => {
    await owner.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A worker's storage, and a way to kill it. Messages travel as JSON, one turn later, as between processes. */
  function openWorker() {
    let isDead = false
    const ends: Link[] = []
    const towards = (end: number) =>
      makeLink(parcel => {
        const text = JSON.stringify(parcel)
        setImmediate(() => {
          if (!isDead) ends[end]?.receive(JSON.parse(text) as Parcel)
        })
      })
    ends.push(towards(1), towards(0))
    const [worker, supervisor] = ends as [Link, Link]
    const leave = hostSqlite(service, supervisor)
    const die = () => {
      isDead = true
      leave()
    }
    return { storage: sqliteStorage(sqliteOverLink(worker), folder), die }
  }

  const set = ({ db }: Pick<Storage, 'db'>, key: string, value: string) =>
    db.insertInto('options').values({ key, value }).execute()
  const keys = async ({ db }: Storage) =>
    (await db.selectFrom('options').select('key').orderBy('key').execute()).map(row => row.key)

  test('reads and writes as in the owner’s own process, including strange texts and numbers', async () => {
    await openOwner()
    const { storage } = openWorker()
    const odd = 'line\nbreak \u2028 \u0000 "quotes" 漢字 🚪'
    await set(storage, 'odd', odd)
    const { insertId, numInsertedOrUpdatedRows } = await storage.db
      .insertInto('options')
      .values({ key: 'b', value: '' })
      .executeTakeFirstOrThrow()
    expect([typeof insertId, numInsertedOrUpdatedRows]).toEqual(['bigint', 1n])
    const [row] = await owner.db.selectFrom('options').selectAll().where('key', '=', 'odd').execute()
    expect(row?.value).toBe(odd.replace('\0', '\ufffd'))
    const { rows } = await sql`select 9007199254740991 as large, 0.1 as part, null as empty`.execute(storage.db)
    expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, part: 0.1, empty: null }])
    expect(await storage.reports.selectFrom('options').selectAll().execute()).toHaveLength(2)
  })

  test('fails with the errors of the owner, by class, name and code', async () => {
    await openOwner()
    const { storage } = openWorker()
    await set(storage, 'a', '')
    expect(set(storage, 'a', '')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' })
    const lost = storage.batch([
      { text: "update options set value = 'x' where key = $1", parameters: ['none'], expect: 1 },
    ])
    expect(lost).rejects.toBeInstanceOf(BatchMismatch)
    const gone = new AbortController()
    gone.abort()
    const cancelled = withReportLimits({ signal: gone.signal }, () =>
      storage.reports.selectFrom('options').selectAll().execute(),
    )
    expect(cancelled).rejects.toBeInstanceOf(ReportEnded)
    await Promise.allSettled([lost, cancelled])
  })

  test('leaves nothing of a transaction whose worker died at any point, and frees the writer', async () => {
    await openOwner()
    const moment = constantFrom('asked for a session', 'wrote', 'wrote and waits', 'committed')
    await assert(
      asyncProperty(array(moment, { minLength: 1, maxLength: 6 }), async moments => {
        await owner.db.deleteFrom('options').execute()
        const committed: string[] = []
        const held: Promise<unknown>[] = []
        for (const [index, when] of moments.entries()) {
          const { storage, die } = openWorker()
          const key = `${index} ${when}`
          const reached = Promise.withResolvers<void>()
          const transaction = storage.db.transaction().execute(async db => {
            if (when === 'asked for a session') return
            await set({ db: db as never }, key, '')
            if (when === 'committed') return
            reached.resolve()
            await new Promise(() => undefined)
          })
          if (when === 'committed') {
            await transaction
            committed.push(key)
          } else if (when !== 'asked for a session') {
            await reached.promise
            // Somebody else waits for the writer meanwhile.
            if (when === 'wrote and waits')
              held.push(set(owner, `${index} waited`, '').then(() => committed.push(`${index} waited`)))
          }
          die()
        }
        await Promise.all(held)
        await set(owner, 'last', '')
        expect(await keys(owner)).toEqual([...committed, 'last'].sort())
      }),
      { seed: SEED, numRuns: 20 },
    )
  }, 60_000)
})

test('a session that opens once its worker is gone is closed at once', async () => {
  const opening = Promise.withResolvers<number>()
  const closed: number[] = []
  const service = {
    openSession: () => opening.promise,
    closeSession: async (session: number) => void closed.push(session),
  } as unknown as SqliteService
  const answered = Promise.withResolvers<unknown>()
  const link = makeLink(answered.resolve)
  const leave = hostSqlite(service, link)
  link.receive([['query', { id: 1, name: 'openSession', given: [] }]])
  leave()
  opening.resolve(7)
  await answered.promise
  expect(closed).toEqual([7])
})
