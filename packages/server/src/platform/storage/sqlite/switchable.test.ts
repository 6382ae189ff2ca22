import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rejection } from '../../../../test/support/rejection.ts'
import { DatabaseUnavailable } from '../transient-errors.ts'
import { openSqlite } from './open-sqlite.ts'
import type { SqliteQuery } from './service.ts'
import { type SwitchableSqlite, switchableSqlite } from './switchable.ts'

const sql = (text: string): SqliteQuery => ({ text, parameters: [] })
const NAMES = sql('select name from things order by name')
const insert = (name: string) => sql(`insert into things (name) values ('${name}')`)

describe('SQLite that another service replaces', () => {
  let folder: string
  let sqlite: SwitchableSqlite
  const path = () => join(folder, 'test.db')
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-switch-'))
    sqlite = switchableSqlite(openSqlite(path()))
    await sqlite.service.batch([sql('create table things (name text unique)')])
  })
  afterEach(async () => {
    await sqlite.service.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const names = async () => (await sqlite.service.read(NAMES)).rows.map(({ name }) => name)

  test('makes callers wait in between, and neither loses nor repeats a call', async () => {
    const { service } = sqlite
    const before = Array.from({ length: 50 }, (_, index) => service.batch([insert(`a${index}`)]))
    const pausing = sqlite.pause()
    const after = Array.from({ length: 50 }, (_, index) => service.batch([insert(`b${index}`)]))
    const read = names()
    await pausing
    await Promise.all(before)
    // It is closed: nothing has the file open, and its log is gone.
    expect(readdirSync(folder)).toEqual(['test.db'])
    sqlite.resume(openSqlite(path()))
    await Promise.all(after)
    await read
    expect((await names()).length).toBe(100)
  })

  test('lets a session end first, which may read meanwhile', async () => {
    const { service } = sqlite
    const session = await service.openSession('writer')
    await service.inSession(session, sql('begin immediate'))
    await service.inSession(session, insert('a'))
    const pausing = sqlite.pause()
    expect(await names()).toEqual([])
    await service.inSession(session, insert('b'))
    await service.inSession(session, sql('commit'))
    await service.closeSession(session)
    await pausing
    sqlite.resume(openSqlite(path()))
    expect(await names()).toEqual(['a', 'b'])
  })

  test('rolls back a session that does not end, and tells its caller', async () => {
    await sqlite.service.close()
    sqlite = switchableSqlite(openSqlite(path()), 1)
    const session = await sqlite.service.openSession('writer')
    await sqlite.service.inSession(session, sql('begin immediate'))
    await sqlite.service.inSession(session, insert('never'))
    await sqlite.pause()
    sqlite.resume(openSqlite(path()))
    expect(await rejection(sqlite.service.inSession(session, insert('late')))).toBeInstanceOf(DatabaseUnavailable)
    await sqlite.service.closeSession(session)
    expect(await names()).toEqual([])
  })
})
