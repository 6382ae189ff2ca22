import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { SQL } from 'bun'
import pg from 'pg'
import { databases, onServer } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { sealSetting } from '../../relay/candidates/channel-setting.ts'
import { type MoveInOptions, moveIn } from '../move-in.ts'
import { holds } from '../proof/proof.ts'
import { openSource } from '../sources/open-source.ts'
import type { Source } from '../sources/source.ts'
import { sqlPieces } from '../sources/sql-pieces.ts'
import { exportAs } from './command.ts'

const secrets = makeSecrets('the secret key of this test')
const WHOLE = { program: 'new-api', spentSince: null } as const
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: null, now: 1_800_000_000 }

for (const { kind, open } of databases())
  test(`new-api’s own tables accept an export of ${kind}, with the same sums`, async () => {
    const source = await openSource(otherGateway('new-api-2026-sqlite').file, { withLogs: false })
    const first = await open()
    const { proof } = await moveIn({ storage: first.storage, secrets }, source, OPTIONS)
    const headers = { 'x-team': 'blue', 'x-key': 'Bearer {api_key}' }
    const setting = sealSetting(JSON.stringify({ proxy: '', headers }), secrets)
    await first.storage.db.updateTable('channels').set({ setting }).where('id', '=', 1).execute()
    const lines: string[] = []
    await exportAs({ storage: first.storage, secrets }, { ...WHOLE, kind: 'sqlite' }, line => lines.push(line))

    const database = new Database(':memory:')
    for (const { sql } of source.database
      .query<{ sql: string }, []>('select sql from sqlite_master where sql is not null')
      .all())
      if (!sql.includes('sqlite_')) database.run(sql)
    database.run(lines.join('\n'))
    const back: Source = { ...source, name: 'back', database, close: () => database.close() }
    const second = await open()
    const again = await moveIn({ storage: second.storage, secrets }, back, OPTIONS)

    expect(holds(again.proof)).toBe(true)
    for (const name of [
      'users',
      'quota',
      'used_quota',
      'request_count',
      'aff_quota',
      'tokens',
      'channels',
      'code_quota',
    ] as const)
      expect([name, again.proof[name]]).toEqual([name, { source: proof[name].here, here: proof[name].here }])
    const keysOf = async ({ storage }: typeof first) =>
      await storage.db.selectFrom('tokens').select(['id', 'key_fingerprint']).orderBy('id').execute()
    expect(await keysOf(second)).toEqual(await keysOf(first))
    const written = database.query('select setting, header_override from channels where id = 1').get()
    expect(written).toEqual({ setting: '{"proxy":""}', header_override: JSON.stringify(headers) })
    source.close()
    await first.close()
    await second.close()
  })

const SUMS = [
  'users',
  'quota',
  'used_quota',
  'request_count',
  'aff_quota',
  'aff_history',
  'tokens',
  'remain_quota',
  'token_used_quota',
  'channels',
  'channel_used_quota',
  'codes',
  'code_quota',
] as const
const newName = () => `back_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

/** A site with a source's data, and its export. */
async function exported(open: ReturnType<typeof databases>[number]['open'], name: string, kind: 'postgres' | 'mysql') {
  const source = await openSource(otherGateway(name).file, { withLogs: false })
  const site = await open()
  const { proof } = await moveIn({ storage: site.storage, secrets }, source, OPTIONS)
  source.close()
  const lines: string[] = []
  await exportAs({ storage: site.storage, secrets }, { ...WHOLE, kind }, line => lines.push(line))
  return { proof, lines, close: () => site.close() }
}

for (const { kind, open } of databases()) {
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    `the tables of new-api on a real PostgreSQL take an export of ${kind}, with the same sums`,
    async () => {
      const { proof, lines, close } = await exported(open, 'new-api-2025-postgres/dump-inserts', 'postgres')
      const name = newName()
      await onServer(`create database ${name}`)
      const url = new URL(process.env.TEST_DATABASE_URL ?? '')
      url.pathname = `/${name}`
      // psql reads the lines that begin with a backslash
      const dump = Bun.zstdDecompressSync(readFileSync(otherGateway('new-api-2025-postgres/dump-inserts').file))
      const text = dump
        .toString()
        .replaceAll(/^\\(un)?restrict .*$/gm, '')
        .replaceAll(/^ALTER .* OWNER TO .*$/gm, '')
      for (const statements of [text, lines.join('\n'), lines.join('\n')]) {
        const client = new pg.Client({ connectionString: url.href })
        await client.connect()
        await client.query(statements)
        await client.end()
      }
      url.searchParams.set('options', '-c default_transaction_read_only=on')
      const back = await openSource(url.href, { withLogs: false })
      const second = await open()
      const again = await moveIn({ storage: second.storage, secrets }, back, OPTIONS)
      expect(again.proof.differences.filter(({ why }) => why === '')).toEqual([])
      for (const sum of SUMS) expect([sum, again.proof[sum].source]).toEqual([sum, proof[sum].here])
      back.close()
      // a new row gets an id behind those that came
      const client = new pg.Client({ connectionString: url.href.split('?')[0] })
      await client.connect()
      const { rows } = await client.query(
        `select nextval(pg_get_serial_sequence('users', 'id')) > max(id) as free from users`,
      )
      expect(rows).toEqual([{ free: true }])
      await client.end()
      await onServer(`drop database ${name} with (force)`)
      await second.close()
      await close()
    },
    60_000,
  )

  const mysql = process.env.TEST_MYSQL_URL
  if (!mysql) console.log('MariaDB is left out: TEST_MYSQL_URL is not set.')
  test.skipIf(!mysql)(
    `the tables of new-api on a real MariaDB take an export of ${kind}, with the same sums`,
    async () => {
      const { proof, lines, close } = await exported(open, 'new-api-2026-mariadb', 'mysql')
      const name = newName()
      const admin = new SQL({ url: mysql ?? '', adapter: 'mysql', max: 1 })
      await admin.unsafe(`create database ${name} character set utf8mb4`)
      await admin.unsafe(`use ${name}`)
      const dump = Bun.zstdDecompressSync(readFileSync(otherGateway('new-api-2026-mariadb').file)).toString()
      for (const piece of sqlPieces('mysql').push(`${dump}\n`))
        if ('statement' in piece) await admin.unsafe(piece.statement).simple()
      for (const line of lines) if (!line.startsWith('--')) await admin.unsafe(line).simple()
      const [sums] = await admin.unsafe(`select
        (select cast(count(*) as char) from users) as users,
        (select cast(sum(quota) as char) from users) as quota,
        (select cast(sum(used_quota) as char) from users) as used_quota,
        (select cast(sum(request_count) as char) from users) as request_count,
        (select cast(sum(aff_quota) as char) from users) as aff_quota,
        (select cast(sum(aff_history) as char) from users) as aff_history,
        (select cast(count(*) as char) from tokens) as tokens,
        (select cast(sum(remain_quota) as char) from tokens) as remain_quota,
        (select cast(sum(used_quota) as char) from tokens) as token_used_quota,
        (select cast(count(*) as char) from channels) as channels,
        (select cast(sum(used_quota) as char) from channels) as channel_used_quota,
        (select cast(count(*) as char) from redemptions) as codes,
        (select cast(sum(quota) as char) from redemptions) as code_quota`)
      expect(sums).toEqual(Object.fromEntries(SUMS.map(sum => [sum, String(proof[sum].here)])))
      const keys = await admin.unsafe('select `key` from channels where id = 1')
      expect(String(keys[0].key)).not.toBe('')
      await admin.unsafe(`drop database ${name}`)
      await admin.close()
      await close()
    },
    60_000,
  )
}

test('an export for MySQL names its charset, and no two users are the same there without regard to case', async () => {
  const [{ open }] = databases() as [ReturnType<typeof databases>[number]]
  const { lines, close } = await exported(open, 'new-api-2026-sqlite', 'mysql')
  expect(lines).toContain('SET NAMES utf8mb4;')
  const names = lines.flatMap(line => /^INSERT INTO `users` .* VALUES \(\d+, '([^']*)'/.exec(line)?.[1] ?? [])
  expect(names).toContain('alice')
  expect(names).toContain('Alice-7')
  expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
  await close()
})
