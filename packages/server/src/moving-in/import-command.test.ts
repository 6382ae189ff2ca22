import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USER_ID_HEADER } from '@tollgate/contract'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases } from '../../test/support/databases.ts'
import { startEvilUpstream } from '../../test/support/evil-upstream.ts'
import { MAIN, runProgram, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { callOnce } from '../../test/support/load.ts'
import { otherGateway } from '../../test/support/other-gateways.ts'
import { audit } from '../money/ledger/audit.ts'
import { openSource } from './sources/open-source.ts'
import { generationOf } from './tables/generation.ts'
import { tokensOf } from './tables/tokens.ts'
import { usersOf } from './tables/users.ts'

/** The user wang_xm in `one-api-sqlite`, with invented figures and secrets. */
const OLD = {
  username: 'wang_xm',
  id: 3,
  password: 'Import-Os-002!',
  key: '4ODMBnCitAc68lqq4a69Db9b1b384b87A7Ad7dE501Dc6e18',
  rootKey: 'zJ41W998HukXTsTbDeA777DeF2E2496886Dc18E08a14Ed02',
}

for (const { kind, open } of databases()) {
  test(`after an import into ${kind}, old keys call a model, old passwords sign in, and the proof still holds`, async () => {
    const { storage, place, close } = await open()
    const { file } = otherGateway('one-api-sqlite')
    const run = (...words: string[]) => runProgram([MAIN, 'import', ...words], { ...place })
    const imported = await run(file, '--yes', '--json', '--logs', '2026-11-23')
    expect(imported.exitCode).toBe(0)
    const said = JSON.parse(imported.stdout)
    expect(said).toMatchObject({
      users: { source: 26, here: 26 },
      quota: { source: 500_009_356_633_881, here: 500_009_356_633_881 },
      channels: { source: 31, here: 31 },
      holds: true,
    })

    const upstream = await startEvilUpstream()
    await storage.db
      .updateTable('channels')
      .set({ base_url: upstream.url, model_mapping: '{"gpt-4o":"good"}' })
      .where('base_url', '=', 'http://127.0.0.1:4700')
      .execute()
    const gateway = await startGatewayProcess(place, await freePort())
    for (const bearer of [`sk-${OLD.key}`, OLD.key, `sk-${OLD.rootKey}-1`])
      expect(await callOnce(gateway.url, bearer, 'gpt-4o')).toMatchObject({ outcome: 'full' })

    const signIn = async (password: string) => {
      const response = await fetch(`${gateway.url}/api/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [USER_ID_HEADER]: '-1' },
        body: JSON.stringify({ username: OLD.username, password }),
      })
      return ((await response.json()) as { success: boolean }).success
    }
    expect(await signIn('another password')).toBe(false)
    expect(await signIn(OLD.password)).toBe(true)
    const hashOf = async () =>
      (await storage.db.selectFrom('users').select('password').where('id', '=', OLD.id).executeTakeFirstOrThrow())
        .password
    expect(await hashOf()).toStartWith('$argon2id$')
    expect(await signIn(OLD.password)).toBe(true)

    await gateway.kill()
    await upstream.stop()
    expect(await audit(storage, Math.floor(Date.now() / 1000))).toEqual([])
    const verified = await run('--verify', file)
    expect([verified.exitCode, verified.stdout]).toEqual([0, expect.stringContaining('✓ The proof holds.')])
    await storage.db.updateTable('users').set({ quota: 5 }).where('id', '=', OLD.id).execute()
    expect((await run('--verify', file, '--json')).exitCode).toBe(1)
    await close()
  }, 60_000)
}

describe('a source that cannot be read is refused with one sentence:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bad-sources-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let number = 0
  const written = (bytes: string | Uint8Array) => {
    const path = join(folder, `source-${number++}`)
    writeFileSync(path, bytes)
    return path
  }
  const unpacked = (name: string) => Buffer.from(Bun.zstdDecompressSync(readFileSync(otherGateway(name).file)))
  /** Makes a copy of a SQLite source with changes. */
  const changed = (...statements: string[]) => {
    const path = written(unpacked('one-api-sqlite'))
    const database = new Database(path)
    for (const statement of statements) database.run(statement)
    database.close()
    return path
  }
  const refusal = async (path: string): Promise<string> => {
    try {
      const source = await openSource(path, { withLogs: true })
      try {
        usersOf(source, generationOf(source))
        tokensOf(source)
      } finally {
        source.close()
      }
      return 'nothing was refused'
    } catch (error) {
      return (error as Error).message
    }
  }

  const postgres = () => unpacked('one-api-postgres/dump.sql').toString()
  const mariadb = () => unpacked('new-api-2026-mariadb').toString()

  test.each<[string, () => string, RegExp]>([
    ['a file that is not there', () => join(folder, 'nothing'), /^nothing cannot be read/],
    ['a picture', () => written('GIF89a'), /is neither a SQLite file nor a dump/],
    ['a dump cut within rows', () => written(postgres().slice(0, 60_000)), /truncated: it ends within rows of a table/],
    [
      'a dump cut within a statement',
      () => written(mariadb().slice(0, 1_000_000)),
      /truncated: it ends within a statement/,
    ],
    [
      'a dump cut between statements',
      () => written(mariadb().replace(/-- Dump completed.*\s*$/, '')),
      /truncated: the line/,
    ],
    [
      'a packed dump cut',
      () => written(readFileSync(otherGateway('one-api-postgres/dump.sql').file).subarray(0, 50_000)),
      /truncated/,
    ],
    [
      'a SQLite file cut',
      () => written(unpacked('one-api-sqlite').subarray(0, 200_000)),
      /damaged or truncated SQLite file/,
    ],
    [
      'another charset by name',
      () => written(mariadb().replace('SET NAMES utf8mb4', 'SET NAMES latin1')),
      /charset latin1/,
    ],
    ['another charset in its bytes', () => written(Buffer.from(postgres(), 'latin1')), /is not in UTF-8/],
    [
      'another program’s database',
      () => changed('drop table users', 'drop table tokens', 'drop table channels', 'drop table options'),
      /no database of one-api or new-api/,
    ],
    [
      'a fork that lacks columns',
      () => changed('drop index idx_users_aff_code', 'alter table users drop column aff_code'),
      /lacks users\.aff_code/,
    ],
    [
      'a key twice',
      () =>
        changed(
          'drop index idx_tokens_key',
          'update tokens set key = (select key from tokens where id = 1) where id = 2',
        ),
      /^The tokens 1 and 2 have the same key/,
    ],
    [
      'a number beyond 2^53',
      () => changed('update users set quota = 9007199254740993 where id = 4'),
      /users, row 4, column quota: 9007199254740993 is beyond 2\^53/,
    ],
    [
      'a number that is none',
      () => changed(`update tokens set remain_quota = 'much' where id = 4`),
      /tokens, row 4, column remain_quota: “much” is not a whole number/,
    ],
    [
      'a gateway that runs',
      () => {
        const path = changed()
        writeFileSync(`${path}-wal`, 'rows that are not in the file')
        return path
      },
      /-wal lies beside/,
    ],
    ['a log on ClickHouse', () => 'clickhouse://localhost/one', /clickhouse:\/\/ is not known/],
    [
      'an address of MySQL where nobody answers',
      () => 'mysql://reader:hidden@127.0.0.1:1/one',
      /^mysql:\/\/127\.0\.0\.1:1\/one cannot be read/,
    ],
    ['an address of nothing', () => 'ftp://localhost/one', /ftp:\/\/ is not known/],
  ])('%s', async (_, make, sentence) => {
    expect(await refusal(make())).toMatch(sentence)
  })
})
