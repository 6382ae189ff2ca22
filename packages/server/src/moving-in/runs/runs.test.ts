import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { databases } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { audit } from '../../money/ledger/audit.ts'
import { completeSetup } from '../../people/setup/complete-setup.ts'
import { steadyReader } from '../../platform/http/steady-body.ts'
import { makeWatchdog } from '../../platform/process/watchdog.ts'
import { readAddress } from './address.ts'
import { importFolder, listFiles, pathOfFile, writePart } from './files.ts'
import { runImports } from './run-imports.ts'
import {
  changeRunning,
  findRun,
  insertRun,
  reportOf,
  runningOnFile,
  shadowOf,
  startTask,
  toRun,
  usersOf,
} from './store.ts'

const PASSWORD = 'a long password'
const NOBODY_STOPS = new AbortController().signal
const [{ open: openSqlite }] = databases() as [ReturnType<typeof databases>[number]]
const folderOf = () => mkdtempSync(join(tmpdir(), 'tollgate-runs-'))

for (const { kind, open } of databases())
  test(`a file is checked, imported beside the first super admin, and proved, on ${kind}`, async () => {
    const database = await open()
    const dataFolder = folderOf()
    const app = { ...(await testApp(database, { dataFolder })), storage: database.storage }
    await completeSetup(app, {
      username: 'root',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      SelfUseModeEnabled: false,
      DemoSiteEnabled: false,
    })
    const { file, expected } = otherGateway('one-api-sqlite')
    mkdirSync(importFolder(dataFolder))
    copyFileSync(file, join(importFolder(dataFolder), 'old.db.zst'))
    const asked = { source_kind: 'file', source: 'old.db.zst', source_sealed: '', prices: 'source' } as const
    const row = { ...asked, into_rule: 'empty', logs_since: 0, actor_name: 'root', created_at: TEST_NOW } as const
    const { id } = await insertRun(app.db, row)
    const standing = async () => {
      const run = await findRun(app.db, id)
      return run && toRun(run)
    }
    const users = async () => (await app.db.selectFrom('users').selectAll().orderBy('id').execute()).length

    await runImports(app, NOBODY_STOPS)
    expect(await standing()).toMatchObject({ task: 'look', state: 'done', error: '', proved_at: 0 })
    const looked = await reportOf(app.db, id)
    expect(looked).toMatchObject({ holds: true, users: { source: 26, here: 26 } })
    expect(looked?.logs.source).toBe(expected().rows.logs ?? 0)
    expect(await users()).toBe(1)

    expect(await startTask(app.db, id, 'import')).toBe(true)
    expect(await startTask(app.db, id, 'import')).toBe(false)
    expect(await runImports(app, NOBODY_STOPS)).toBe(expected().rows.logs ?? 0)
    expect(await standing()).toMatchObject({ task: 'import', state: 'done', error: '' })
    const proved = await reportOf(app.db, id)
    expect(proved).toMatchObject({ holds: true, quota: looked?.quota, logs: looked?.logs })
    expect(await usersOf(app.db, id)).toHaveLength(26)
    expect(await users()).toBe(27)
    const root = await app.db.selectFrom('users').select(['username', 'role']).where('id', '=', 1).executeTakeFirst()
    expect(root).toEqual({ username: 'root', role: 100 })
    // The source's options apply, as on a site without users.
    expect(await app.db.selectFrom('options').select('key').where('key', '=', 'ModelRatio').execute()).toHaveLength(1)
    expect(await audit(database.storage, TEST_NOW)).toEqual([])

    await startTask(app.db, id, 'verify')
    await runImports(app, NOBODY_STOPS)
    expect(await reportOf(app.db, id)).toMatchObject({ holds: true, notes: proved?.notes })

    await startTask(app.db, id, 'import')
    await changeRunning(app.db, id, { state: 'stopped' })
    await runImports(app, NOBODY_STOPS)
    expect(await standing()).toMatchObject({ state: 'stopped', log_rows: 0 })

    await startTask(app.db, id, 'shadow', { shadow_since: 0 })
    await runImports(app, NOBODY_STOPS)
    expect(await shadowOf(app.db, id)).toMatchObject({ differing: 0, not_replayed: [], total: { calls: 5_009 } })

    const copy = join(dataFolder, 'copy.db')
    writeFileSync(copy, Bun.zstdDecompressSync(await Bun.file(file).bytes()))
    const changed = new Database(copy)
    changed.run('update users set quota = quota - 5, used_quota = used_quota + 5 where id = 3')
    changed.close()
    writeFileSync(join(importFolder(dataFolder), 'old.db.zst'), Bun.zstdCompressSync(await Bun.file(copy).bytes()))
    await startTask(app.db, id, 'sync')
    await runImports(app, NOBODY_STOPS)
    expect(await standing()).toMatchObject({ task: 'sync', state: 'done', synced_at: TEST_NOW, proved_at: TEST_NOW })
    expect((await reportOf(app.db, id))?.quota.here).toBe((proved?.quota.here ?? 0) - 5)
    expect(await audit(database.storage, TEST_NOW)).toEqual([])

    rmSync(join(importFolder(dataFolder), 'old.db.zst'))
    await startTask(app.db, id, 'verify')
    await runImports(app, NOBODY_STOPS)
    const error = 'There is no old.db.zst in the folder of imports of this server.'
    expect(await standing()).toMatchObject({ state: 'failed', error })
    rmSync(dataFolder, { recursive: true, force: true })
    await database.close()
  }, 60_000)

test('a log that lies apart is brought from its file, which is kept while the import runs', async () => {
  const database = await openSqlite()
  const dataFolder = folderOf()
  const app = { ...(await testApp(database, { dataFolder })), storage: database.storage }
  const inFolder = (name: string) => join(importFolder(dataFolder), name)
  mkdirSync(importFolder(dataFolder))
  writeFileSync(
    inFolder('old.db'),
    Bun.zstdDecompressSync(await Bun.file(otherGateway('new-api-2026-sqlite').file).bytes()),
  )
  const rows = [1, 2, 3].map(at => ({ created_at: 1_795_000_000 + at, type: 2, user_id: 3, quota: at, ...LOG_ROW }))
  writeFileSync(inFolder('log.jsonl'), rows.map(row => JSON.stringify(row)).join('\n'))
  const { id } = await insertRun(app.db, {
    ...{ source_kind: 'file', source: 'old.db', log_kind: 'file', log_source: 'log.jsonl', prices: 'source' },
    ...{ into_rule: 'empty', logs_since: 0, actor_name: 'root', created_at: TEST_NOW },
  })
  expect(await runningOnFile(app.db, 'log.jsonl')).toMatchObject({ id })
  await runImports(app, NOBODY_STOPS)
  await startTask(app.db, id, 'import')
  await runImports(app, NOBODY_STOPS)
  expect(await reportOf(app.db, id)).toMatchObject({ holds: true, logs: { source: 3, here: 3 }, database: 'sqlite' })
  await startTask(app.db, id, 'shadow', { shadow_since: 0 })
  await runImports(app, NOBODY_STOPS)
  expect((await shadowOf(app.db, id))?.total.calls).toBe(3)
  rmSync(inFolder('log.jsonl'))
  await startTask(app.db, id, 'verify')
  await runImports(app, NOBODY_STOPS)
  const error = 'There is no log.jsonl in the folder of imports of this server.'
  expect(await findRun(app.db, id)).toMatchObject({ state: 'failed', error })
  rmSync(dataFolder, { recursive: true, force: true })
  await database.close()
}, 30_000)

const LOG_ROW = {
  ...{ content: '', username: 'wang_xm', token_name: 'main', model_name: 'gpt-4o' },
  ...{ prompt_tokens: 1, completion_tokens: 1, channel_id: 1 },
}

describe('the folder of imports', () => {
  const reader = (text: string) =>
    steadyReader(new Blob([text]).stream() as ReadableStream<Uint8Array>, { watchdog: makeWatchdog(), seconds: 0 })

  test('accepts the parts of a file in order, and shows the file after the last one', async () => {
    const folder = folderOf()
    const part = (at: number, text: string, isLast = false) =>
      writePart(folder, { name: 'a.db', at, isLast, bytes: text.length }, reader(text))
    expect(await part(0, 'one')).toBe(3)
    expect(await listFiles(folder)).toEqual([])
    await expect(part(2, 'x')).rejects.toMatchObject({ code: 'import_part_out_of_place' })
    expect(await part(3, 'two', true)).toBe(6)
    expect(await listFiles(folder)).toMatchObject([{ name: 'a.db', bytes: 6 }])
    expect(await Bun.file(join(importFolder(folder), 'a.db')).text()).toBe('onetwo')
    rmSync(folder, { recursive: true, force: true })
  })

  test('refuses a part that does not fit on the disk', async () => {
    const folder = folderOf()
    const part = { name: 'a.db', at: 0, isLast: true, bytes: Number.MAX_SAFE_INTEGER }
    await expect(writePart(folder, part, reader('x'))).rejects.toMatchObject({ code: 'import_no_room' })
    rmSync(folder, { recursive: true, force: true })
  })

  test('ignores links, which may lead out of it', async () => {
    const folder = folderOf()
    mkdirSync(importFolder(folder))
    writeFileSync(join(folder, 'secret.key'), 'secret')
    symlinkSync(join(folder, 'secret.key'), join(importFolder(folder), 'a.db'))
    expect(await listFiles(folder)).toEqual([])
    expect(await pathOfFile(folder, 'a.db')).toBe(null)
    rmSync(folder, { recursive: true, force: true })
  })
})

test('an address is shown without its user and password', async () => {
  const dsn = 'postgres://reader:hidden@127.0.0.1:5433/oneapi?sslmode=disable'
  expect(await readAddress(dsn)).toEqual({ address: dsn, name: 'postgres://127.0.0.1:5433/oneapi' })
})

test('an address of MySQL, in Go’s form too, is named without its user and password', async () => {
  for (const dsn of ['mysql://reader:hidden@127.0.0.1:3307/oneapi', 'reader:hidden@tcp(127.0.0.1:3307)/oneapi'])
    expect(await readAddress(dsn)).toEqual({ address: dsn, name: 'mysql://127.0.0.1:3307/oneapi' })
})

test.each([
  ['mysql://127.0.0.1/db?ssl-key=/etc/shadow', 'import_address_parameter'],
  ['mysql://169.254.169.254/db', 'import_address_host'],
  ['reader:x@tcp([fe80::1]:3306)/db', 'import_address_host'],
  ['reader:x@tcp(%2Frun%2Fmysqld)/db', 'import_address_host'],
  ['reader:x@unix(/run/mysqld.sock)/db', 'import_address_kind'],
  ['sqlserver://host/db', 'import_address_kind'],
  ['/etc/passwd', 'import_address_kind'],
  ['file:///etc/passwd', 'import_address_kind'],
  ['postgres://127.0.0.1/db?sslkey=/etc/shadow', 'import_address_parameter'],
  ['postgres://127.0.0.1/db?host=/var/run', 'import_address_parameter'],
  ['postgres://%2Fvar%2Frun/db', 'import_address_host'],
  ['postgres://169.254.169.254/db', 'import_address_host'],
  ['postgres://[fe80::1]/db', 'import_address_host'],
  ['postgres://0.0.0.0/db', 'import_address_host'],
])('the address %s is refused', async (address, code) => {
  await expect(readAddress(address)).rejects.toMatchObject({ code })
})
