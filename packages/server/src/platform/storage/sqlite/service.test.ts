import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rejection } from '../../../../test/support/rejection.ts'
import { BatchMismatch } from '../batch.ts'
import { DatabaseUnavailable, isTransient } from '../transient-errors.ts'
import { openSqlite } from './open-sqlite.ts'
import type { SqliteQuery, SqliteService } from './service.ts'
import { makeThread } from './thread-client.ts'
import { makeTurns } from './turns.ts'
import { openWriterSession } from './writer-session.ts'

const sql = (text: string, ...parameters: SqliteQuery['parameters']): SqliteQuery => ({ text, parameters })
const insert = (name: string) => sql('insert into things (name) values ($1)', name)
/** The first bytes of a file that may be large. */
function startOf(file: string, bytes: number): Buffer {
  const start = Buffer.alloc(bytes)
  const opened = openSync(file, 'r')
  readSync(opened, start)
  closeSync(opened)
  return start
}
const NAMES = sql('select name from things order by id')

describe.each([
  ['in threads', false],
  ['with its writer in the thread that asks', true],
])('SQLite %s', (_, writesHere) => {
  let folder: string
  let path: string
  let service: SqliteService
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-sqlite-'))
    path = join(folder, 'test.db')
    service = openSqlite(path, writesHere)
    await alone(sql('create table things (id integer primary key, name text unique not null)'))
  })
  afterEach(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function alone(query: SqliteQuery) {
    const session = await service.openSession()
    try {
      return await service.inSession(session, query)
    } finally {
      await service.closeSession(session)
    }
  }
  const names = async () => (await service.read(NAMES)).rows.map(({ name }) => name)

  test('closes even while the log is being copied', async () => {
    // More than the 16 MB that trigger a copy.
    await service.batch([
      sql(
        `insert into things (name) with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
        select i || $1 from n`,
        'x'.repeat(5_000),
      ),
    ])
    await service.close()
  })

  describe('a batch', () => {
    test('takes effect as a whole and returns the rows of each statement', async () => {
      const results = await service.batch([
        insert('a'),
        sql('insert into things (name) values ($1), ($2) returning name', 'b', 'c'),
        { ...sql('update things set name = name || $1', '!'), expect: 3 },
      ])
      expect(results).toEqual([[], [{ name: 'b' }, { name: 'c' }], []])
      expect(await names()).toEqual(['a!', 'b!', 'c!'])
    })

    test('with a statement that changes a different number of rows has no effect, and names the statement', async () => {
      const update = { ...sql('update things set name = $1 where name = $2', 'x', 'nobody'), expect: 1, what: 'rename' }
      const error = await rejection(service.batch([insert('a'), update]))
      expect(error).toEqual(new BatchMismatch('rename changed 0 rows instead of 1'))
      expect(error).toBeInstanceOf(BatchMismatch)
      expect(isTransient(error)).toBe(false)
      expect(await names()).toEqual([])
    })

    test('waits for the session before it, and later sessions wait for the batch', async () => {
      const order: string[] = []
      const session = await service.openSession()
      const batch = service.batch([insert('batch')]).then(() => order.push('batch'))
      const next = service.openSession().then(id => {
        order.push('next')
        return service.closeSession(id)
      })
      await service.inSession(session, insert('session'))
      order.push('session')
      await service.closeSession(session)
      await Promise.all([batch, next])
      expect(order).toEqual(['session', 'batch', 'next'])
      expect(await names()).toEqual(['session', 'batch'])
    })
  })

  describe('a session', () => {
    test('that is closed in a transaction rolls it back; reads beside it never saw it', async () => {
      const session = await service.openSession()
      await service.inSession(session, sql('begin immediate'))
      await service.inSession(session, insert('a'))
      expect(await names()).toEqual([])
      await service.closeSession(session)
      await alone(insert('b'))
      expect(await names()).toEqual(['b'])
    })

    test('that has ended answers with an error that counts as transient', async () => {
      const session = await service.openSession()
      await service.closeSession(session)
      expect(await rejection(service.inSession(session, NAMES))).toBeInstanceOf(DatabaseUnavailable)
    })

    test('that its caller forgot is ended when others wait', async () => {
      const [thread, turns] = [makeThread(path, 'write'), makeTurns()]
      const forgotten = await openWriterSession(thread, turns, () => undefined, 0)
      await forgotten.run(sql('begin immediate'))
      await forgotten.run(insert('never'))
      const next = await openWriterSession(thread, turns, () => undefined)
      await next.run(insert('next'))
      expect(isTransient(await rejection(forgotten.run(insert('late'))))).toBe(true)
      await forgotten.close()
      await next.close()
      await thread.close()
      expect(await names()).toEqual(['next'])
    })
  })

  test('errors keep their code and sentence', async () => {
    await alone(insert('a'))
    expect(await rejection(alone(insert('a')))).toMatchObject({
      code: 'SQLITE_CONSTRAINT_UNIQUE',
      message: 'UNIQUE constraint failed: things.name',
    })
    await alone(sql('pragma busy_timeout = 1'))
    const other = new Database(path)
    other.run('begin immediate')
    const busy = await rejection(alone(insert('b')))
    other.close()
    expect(busy).toMatchObject({ code: 'SQLITE_BUSY' })
    expect(isTransient(busy)).toBe(true)
  })

  test('a reader is refused writes', async () => {
    expect(await rejection(service.read(insert('a')))).toMatchObject({ code: 'SQLITE_READONLY' })
  })

  test('requests to a thread that dies fail as transient, its session ends, and a new thread continues', async () => {
    const [thread, turns] = [makeThread(path, 'write'), makeTurns()]
    const session = await openWriterSession(thread, turns, () => undefined)
    await session.run(sql('begin immediate'))
    await session.run(insert('never'))
    const endless = sql(
      'with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select i from n',
    )
    const running = rejection(session.run(endless))
    thread.kill()
    const after = rejection(session.run(insert('after')))
    expect([isTransient(await running), isTransient(await after)]).toEqual([true, true])
    expect(isTransient(await rejection(session.run(insert('never'))))).toBe(true)
    await session.close()
    const next = await openWriterSession(thread, turns, () => undefined)
    await next.run(insert('next'))
    await next.close()
    await thread.close()
    expect(await names()).toEqual(['next'])
  })

  test('after a request that cannot be sent, a thread answers each of the others', async () => {
    const thread = makeThread(path, 'write')
    const select = (text: string, parameter: unknown = 0) =>
      thread.send({ kind: 'batch', statements: [{ text, parameters: [parameter as number] }] })
    const unsendable = await select('select $1 as lost', 1n)
    expect(unsendable.error?.name).toBe('TypeError')
    const replies = await Promise.all([
      select('select $1 as first', 1),
      select('select $1 as lost', 2),
      select('select $1 as first', 3),
    ])
    expect(replies.map(({ batchRows }) => batchRows?.[0])).toEqual([[{ first: 1 }], [{ lost: 2 }], [{ first: 3 }]])
    await thread.close()
  })

  test('the log is copied into the database while writes continue, and restarts', async () => {
    const row = sql('insert into things (name) values (hex(randomblob(2000)))')
    /** SQLite's file format: a number in the log's header that grows each time the log restarts. */
    const timesBegun = () => startOf(`${path}-wal`, 16).readUInt32BE(12)
    const first = timesBegun()
    let batches = 0
    while (timesBegun() < first + 2) {
      await service.batch(Array(40).fill(row))
      batches += 1
      // The disk of a busy machine copies more slowly than this writes.
      await Bun.sleep(2)
    }
    const { rows } = await service.read(sql('select count(*) as count from things'))
    expect(rows).toEqual([{ count: batches * 40 }])
  }, 120_000)

  test('after closing, nothing has the file open, and the log is gone', async () => {
    await service.batch([insert('a')])
    await names()
    await service.report(NAMES, { timeoutMs: 60_000 })
    await service.close()
    const open = readdirSync('/proc/self/fd', { withFileTypes: true })
    expect(open.map(({ name }) => name).filter(name => name.includes(folder))).toEqual([])
    expect(readdirSync(folder)).toEqual(['test.db'])
    expect(await rejection(service.read(NAMES))).toBeInstanceOf(DatabaseUnavailable)
  })

  test('a process that closes nothing ends by itself, after its pending work', async () => {
    const program = `
      import { openSqlite } from ${JSON.stringify(join(import.meta.dir, 'open-sqlite.ts'))}
      const service = openSqlite(${JSON.stringify(path)}, ${writesHere})
      await service.batch([{ text: "insert into things (name) values ('from outside')", parameters: [] }])
      const { rows } = await service.report({ text: 'select name from things', parameters: [] }, { timeoutMs: 60_000 })
      console.log(rows[0].name)`
    const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' })
    expect(await new Response(child.stdout).text()).toBe('from outside\n')
    expect(await child.exited).toBe(0)
    expect(await names()).toEqual(['from outside'])
  })
})
