import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { testApp } from '../../../test/support/app.ts'
import { signedIn } from '../../../test/support/console-client.ts'
import { databases } from '../../../test/support/databases.ts'
import { makeLogRing } from '../../platform/process/log-ring.ts'
import { measureTables } from '../../platform/storage/measure-tables.ts'
import { noSiblings } from '../../platform/workers/siblings.ts'
import { noteDatabaseSize } from './database-size.ts'
import { makeSystem } from './index.ts'
import { parseRedisInfo } from './redis-info.ts'
import { systemEndpoints } from './routes.ts'
import { noteStorageSizes, storageGrowth } from './storage-sizes.ts'
import type { KnownProcess } from './vitals.ts'
import { watchVitals } from './vitals.ts'

const DAY = 24 * 3600
const known: KnownProcess = {
  node: 'node-1',
  server: 'host:3000',
  worker: 1,
  version: '1.2.0',
  started_at: 5,
  disk_free: 1,
  disk_size: 2,
  at: 10,
  cpu: 0.5,
  memory: 100,
  lag: 3,
  vitals: [{ at: 10, cpu: 0.5, memory: 100, lag: 3 }],
}

for (const { kind, open } of databases()) {
  describe(`the system on ${kind}`, async () => {
    const database = await open()
    const { storage } = database
    const ring = makeLogRing()
    const system = makeSystem({
      storage,
      vitals: { processes: async () => [known], close: () => undefined },
      ring,
      siblings: {
        ...noSiblings,
        ask: async ({ of }) =>
          of === 'log' ? [[{ at: 2, level: 50, message: 'theirs', details: '', worker: 1 }]] : [],
      },
      redisInfo: () => null,
    })
    const app = await testApp(database, { system })
    afterAll(() => database.close())

    test('nodes are told by their heartbeats and leases, and by what they say of themselves', async () => {
      const seen_at = Date.now()
      await storage.db
        .insertInto('nodes')
        .values([
          { id: 'node-0', seen_at },
          { id: 'node-1', seen_at },
        ])
        .execute()
      await storage.db
        .insertInto('leases')
        .values([
          { node: 'node-1', account: 'user', account_id: 1, taken: 500, spent: 200 },
          { node: 'node-1', account: 'token', account_id: 1, taken: 50, spent: 0 },
          { node: 'node-1', account: 'token', account_id: 2, taken: 50, spent: 50 },
        ])
        .execute()
      const { vitals, server, worker, version, started_at, disk_free, disk_size } = known
      expect(await system.nodes()).toEqual([
        {
          id: 'node-1',
          silent_ms: expect.any(Number),
          leases: 2,
          held: 300,
          told: { server, worker, version, started_at, disk_free, disk_size, vitals },
        },
        { id: 'node-0', silent_ms: expect.any(Number), leases: 0, held: 0, told: null },
      ])
    })

    test('administrators with the right see it; its log is the super admin’s', async () => {
      const root = await signedIn(app, systemEndpoints, 'root')
      const admin = await signedIn(app, systemEndpoints, 'admin')
      const user = await signedIn(app, systemEndpoints, 'user')
      expect((await admin('GET', '/api/system')).data).toMatchObject({
        version: '0.0.0-test',
        checks_updates: false,
        redis: null,
        database: { kind, bytes: expect.any(Number), schema: { steps: expect.any(Number) } },
      })
      await app.options.set('UpdateCheckUrl', 'https://releases.example/latest')
      expect((await admin('GET', '/api/system')).data).toMatchObject({ checks_updates: true })
      ring.write(JSON.stringify({ level: 30, time: 1, msg: 'mine' }))
      expect((await root('GET', '/api/system/log?level=info')).data).toEqual([
        { at: 2, level: 'error', message: 'theirs', details: '', worker: 1 },
        { at: 1, level: 'info', message: 'mine', details: '', worker: 0 },
      ])
      expect((await root('GET', '/api/system/log?worker=0')).data).toMatchObject([{ message: 'mine' }])
      ring.write(JSON.stringify({ level: 30, time: Date.now(), msg: 'new' }))
      expect((await root('GET', '/api/system/log?worker=0&seconds=3600')).data).toMatchObject([{ message: 'new' }])
      expect([(await user('GET', '/api/system')).status, (await admin('GET', '/api/system/log')).status]).toEqual([
        403, 403,
      ])
    })

    test('the largest tables and Redis are noted with their growth in a day and a week, and forgotten after eight days', async () => {
      const redis = (used_bytes: number, keys: number) => ({ ...parseRedisInfo(''), used_bytes, keys })
      const at = (now: number) => ({ ...app, now: () => now })
      const DAYS = 100 * DAY
      await noteStorageSizes(at(DAYS - 9 * DAY), redis(1, 1))
      await noteStorageSizes(at(DAYS - 7 * DAY), redis(500, 5))
      await noteStorageSizes(at(DAYS - DAY - 3600), redis(800, 4))
      for (const older of [DAYS - 7 * DAY, DAYS - DAY - 3600])
        await storage.db
          .updateTable('storage_sizes')
          .set(({ eb }) => ({ bytes: eb('bytes', '-', 10), items: 0 }))
          .where('at', '=', older)
          .where('kind', '=', 'table')
          .execute()
      if (kind === 'postgres') await sql`analyze nodes`.execute(storage.db)
      await noteStorageSizes(at(DAYS), redis(700, 9))
      const { measured_at, tables, redis: grown } = await storageGrowth(app)
      expect([measured_at, tables.length]).toEqual([DAYS, 12])
      expect(tables[0]).toEqual({
        name: expect.any(String),
        bytes: expect.any(Number),
        rows: expect.any(Number),
        day: { bytes: 10, items: expect.any(Number) },
        week: { bytes: 10, items: expect.any(Number) },
      })
      expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).sort((a, b) => b - a))
      expect(grown).toEqual({ day: { bytes: -100, items: 5 }, week: { bytes: 200, items: 4 } })
      const { rows } = await sql<{ at: number }>`select min(at) as at from storage_sizes`.execute(storage.db)
      expect(Number(rows[0]?.at)).toBe(DAYS - 7 * DAY)
      await noteStorageSizes(at(DAYS + 4 * DAY), redis(700, 9))
      expect((await storageGrowth(app)).redis).toEqual({ day: null, week: null })
    })

    test('the size of a table has its indexes and its rows', async () => {
      await sql`create table wide (id integer primary key, text text)`.execute(storage.db)
      await sql`create index wide_text on wide (text)`.execute(storage.db)
      const texts = Array.from({ length: 500 }, (_, id) => sql`(${id}, ${'x'.repeat(900) + id})`)
      await sql`insert into wide values ${sql.join(texts)}`.execute(storage.db)
      if (kind === 'postgres') await sql`vacuum analyze wide`.execute(storage.slow)
      const wide = (await measureTables(storage.reports, kind)).find(({ name }) => name === 'wide')
      expect(wide?.rows).toBe(500)
      expect(wide?.bytes).toBeGreaterThan(kind === 'sqlite' ? 900_000 : 100_000)
      await sql`drop table wide`.execute(storage.db)
    })

    test('the size of the database is noted once a day, and for three months', async () => {
      const sizes = async () =>
        (await storage.db.selectFrom('database_sizes').select('day').orderBy('day').execute()).map(({ day }) => day)
      for (const now of [DAY, DAY + 5, 2 * DAY + 7]) await noteDatabaseSize({ ...app, now: () => now })
      expect(await sizes()).toEqual([DAY, 2 * DAY])
      await noteDatabaseSize({ ...app, now: () => 92 * DAY })
      expect(await sizes()).toEqual([2 * DAY, 92 * DAY])
      const { rows } = { rows: await storage.db.selectFrom('database_sizes').select('bytes').execute() }
      expect(rows.every(({ bytes }) => bytes > 0)).toBe(true)
    })
  })
}

test('Redis’ figures are read from its own lines; what it does not tell is unknown', () => {
  expect(parseRedisInfo('# Server\r\nredis_version:7.2.4\r\nused_memory:1000\r\nused_memory_peak:x\r\n')).toEqual({
    version: '7.2.4',
    used_bytes: 1000,
    peak_bytes: null,
    clients: null,
    keys: 0,
  })
  expect(parseRedisInfo('# Keyspace\r\ndb0:keys=7,expires=1\r\ndb3:keys=5,expires=0\r\n').keys).toBe(12)
  expect(parseRedisInfo('').keys).toBeNull()
})

test('a process hears what others tell, forgets the silent, and takes nothing malformed', async () => {
  let heard: (payload: unknown) => void = () => undefined
  const said: unknown[] = []
  const bus = {
    publish: (_: string, payload: unknown) => void said.push(payload),
    on: (_: string, listener: typeof heard) => {
      heard = listener
    },
    onGap: () => undefined,
    close: async () => undefined,
  }
  let now = 1_000
  const dataFolder = import.meta.dir
  const watch = watchVitals({
    bus,
    node: () => 'me',
    server: 's:1',
    worker: 0,
    version: '1',
    dataFolder,
    now: () => now,
  })
  const { vitals: _, ...other } = { ...known, at: 1_000 }
  heard(other)
  heard({ ...other, at: 1_015, cpu: 0.7 })
  heard({ ...other, cpu: 'much' })
  const found = await watch.processes()
  expect(found.find(({ node }) => node === 'node-1')?.vitals.map(({ cpu }) => cpu)).toEqual([0.5, 0.7])
  expect(found.find(({ node }) => node === 'me')).toMatchObject({ version: '1', memory: expect.any(Number) })
  expect(said.length).toBeGreaterThan(0)
  now = 1_200
  expect((await watch.processes()).map(({ node }) => node)).not.toContain('node-1')
  watch.close()
})
