import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databases, onServer } from '../../../test/support/databases.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit } from '../../money/ledger/index.ts'
import { insertEntry } from '../../money/ledger/insert-entry.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { type MoveInOptions, moveIn } from '../move-in.ts'
import { openSource } from '../sources/open-source.ts'
import { exportAs, readExportArguments } from './command.ts'
import type { SqlKind } from './sql-text.ts'

const secrets = makeSecrets('the secret key of this test')
const mysql = process.env.TEST_MYSQL_URL
const mariadb = Bun.which('mariadb') ?? Bun.which('mysql')
if (!mysql || !mariadb) console.log('MariaDB is left out: TEST_MYSQL_URL is not set, or there is no client.')
const IMPORTED_AT = 1_700_000_000
const SWITCHED_AT = 1_700_100_000
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: null, now: IMPORTED_AT }

/** A call that was charged here. */
async function spend({ db }: Storage, call: { userId: number; tokenId: number; amount: number; at: number }) {
  const { userId, tokenId, amount, at } = call
  const reference = `request:${crypto.randomUUID()}`
  await insertEntry(db, { reference, userId, tokenId, userAmount: -amount, tokenAmount: -amount, now: at })
  await db
    .updateTable('users')
    .set(user => ({
      quota: user('quota', '-', amount),
      used_quota: user('used_quota', '+', amount),
      request_count: user('request_count', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('tokens')
    .set(token => ({ remain_quota: token('remain_quota', '-', amount), used_quota: token('used_quota', '+', amount) }))
    .where('id', '=', tokenId)
    .execute()
}

async function exported(storage: Storage, kind: SqlKind, program: 'new-api' | 'one-api', since: number) {
  const lines: string[] = []
  await exportAs({ storage, secrets }, { kind, program, spentSince: since }, line => lines.push(line))
  return lines
}

/** Imports a source, spends before and after the switch, and uses a code. */
async function switchedSite(storage: Storage, file: string) {
  const source = await openSource(file, { withLogs: false })
  await moveIn({ storage, secrets }, source, OPTIONS)
  source.close()
  const { id: tokenId } = await storage.db
    .selectFrom('tokens')
    .select('id')
    .where('user_id', '=', 3)
    .where('unlimited_quota', '=', 0)
    .where('remain_quota', '>', 10_000)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const code = await storage.db
    .selectFrom('redemptions')
    .select('id')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await spend(storage, { userId: 3, tokenId, amount: 7_000, at: SWITCHED_AT - 5 })
  await spend(storage, { userId: 3, tokenId, amount: 300, at: SWITCHED_AT })
  await spend(storage, { userId: 3, tokenId, amount: 45, at: SWITCHED_AT + 60 })
  await credit(storage.db, { userId: 5, amount: 1_000, reference: 'redemption:1', now: SWITCHED_AT + 90 })
  await storage.db
    .updateTable('redemptions')
    .set({ status: 3, redeemed_time: SWITCHED_AT + 90 })
    .where('id', '=', code.id)
    .execute()
  expect(await audit(storage, SWITCHED_AT + 100)).toEqual([])
  return { tokenId, codeId: code.id }
}

for (const { kind, open } of databases())
  describe(`the way back from ${kind}`, () => {
    test.each(['one-api', 'new-api'] as const)(
      'takes what moved here since the switch into the SQLite database of %s, once',
      async program => {
        const { storage, close } = await open()
        const folder = mkdtempSync(join(tmpdir(), 'tollgate-back-'))
        const file = join(folder, 'old.db')
        const sample = otherGateway(program === 'one-api' ? 'one-api-sqlite' : 'new-api-2026-sqlite').file
        writeFileSync(file, Bun.zstdDecompressSync(await Bun.file(sample).bytes()))
        const { tokenId, codeId } = await switchedSite(storage, file)
        const old = new Database(file)
        const standing = () => ({
          users: old.query('select id, quota, used_quota, request_count from users order by id').all(),
          tokens: old.query('select id, remain_quota, used_quota from tokens order by id').all(),
          codes: old.query('select id, status from redemptions order by id').all(),
          options: old.query('select count(*) as rows from options').get(),
        })
        const userOf = (id: number) =>
          old.query('select quota, used_quota, request_count from users where id = ?').get(id) as Record<string, number>
        const tokenOf = () =>
          old.query('select remain_quota, used_quota from tokens where id = ?').get(tokenId) as Record<string, number>
        const before = { three: userOf(3), five: userOf(5), token: tokenOf() }
        const lines = await exported(storage, 'sqlite', program, SWITCHED_AT)
        old.run(lines.join('\n'))
        expect(userOf(3)).toEqual({
          quota: (before.three.quota ?? 0) - 345,
          used_quota: (before.three.used_quota ?? 0) + 345,
          request_count: (before.three.request_count ?? 0) + 2,
        })
        expect(userOf(5)).toEqual({ ...before.five, quota: (before.five.quota ?? 0) + 1_000 })
        expect(tokenOf()).toEqual({
          remain_quota: (before.token.remain_quota ?? 0) - 345,
          used_quota: (before.token.used_quota ?? 0) + 345,
        })
        expect(old.query('select status from redemptions where id = ?').get(codeId)).toEqual({ status: 3 })

        // The shell of SQLite goes on after a statement that fails.
        const after = standing()
        const failed = lines.filter(line => {
          if (line.startsWith('--')) return false
          try {
            old.run(line)
            return false
          } catch {
            return true
          }
        })
        expect(failed).toEqual([expect.stringContaining('INSERT INTO "options"')])
        expect(standing()).toEqual(after)

        old.close()
        const source = await openSource(file, { withLogs: false })
        const refused = await rejection(moveIn({ storage, secrets }, source, { ...OPTIONS, isSync: true }))
        expect(refused.message).toContain('was taken back to the source’s database')
        source.close()
        rmSync(folder, { recursive: true, force: true })
        await close()
      },
      60_000,
    )

    test.skipIf(!process.env.TEST_DATABASE_URL)(
      'runs on a real PostgreSQL, and not twice',
      async () => {
        const { storage, close } = await open()
        const { file } = otherGateway('new-api-2025-postgres/dump-inserts')
        await switchedSite(storage, file)
        const name = `back_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
        await onServer(`create database ${name}`)
        const url = new URL(process.env.TEST_DATABASE_URL ?? '')
        url.pathname = `/${name}`
        const dump = Bun.zstdDecompressSync(await Bun.file(file).bytes()).toString()
        const text = dump.replaceAll(/^\\(un)?restrict .*$/gm, '').replaceAll(/^ALTER .* OWNER TO .*$/gm, '')
        const query = async (statements: string) => {
          const client = new pg.Client({ connectionString: url.href })
          await client.connect()
          try {
            return (await client.query(statements)).rows
          } finally {
            await client.end()
          }
        }
        await query(text)
        const sums = () => query('select sum(quota)::text as quota, sum(used_quota)::text as used from public.users')
        const [before] = await sums()
        const lines = await exported(storage, 'postgres', 'new-api', SWITCHED_AT)
        await query(lines.join('\n'))
        const after = [
          { quota: String(BigInt(before.quota) + 1_000n - 345n), used: String(BigInt(before.used) + 345n) },
        ]
        expect(await sums()).toEqual(after)
        expect((await rejection(query(lines.join('\n')))).message).toContain('duplicate key')
        expect(await sums()).toEqual(after)
        await onServer(`drop database ${name} with (force)`)
        await close()
      },
      60_000,
    )

    test.skipIf(!mysql || !mariadb)(
      'runs on a real MariaDB, and not twice',
      async () => {
        const { storage, close } = await open()
        const { file } = otherGateway('new-api-2026-mariadb')
        await switchedSite(storage, file)
        const name = `back_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
        const server = new URL(mysql ?? '')
        const query = async (database: string, statements: string) => {
          const words = [`-h${server.hostname}`, `-P${server.port}`, `-u${server.username}`, '-N', '-B', database]
          const client = Bun.spawn([mariadb ?? '', '--no-defaults', '--protocol=tcp', ...words], {
            stdin: Buffer.from(statements),
            stdout: 'pipe',
            stderr: 'pipe',
          })
          const [said, problem] = await Promise.all([
            new Response(client.stdout).text(),
            new Response(client.stderr).text(),
          ])
          if ((await client.exited) !== 0) throw new Error(problem)
          return said.trim().split('\t')
        }
        await query('mysql', `create database ${name} character set utf8mb4`)
        await query(name, Bun.zstdDecompressSync(await Bun.file(file).bytes()).toString())
        const sums = () => query(name, 'select sum(quota), sum(used_quota) from users')
        const [quota = '', used = ''] = await sums()
        const lines = await exported(storage, 'mysql', 'new-api', SWITCHED_AT)
        await query(name, lines.join('\n'))
        const after = [String(BigInt(quota) + 655n), String(BigInt(used) + 345n)]
        expect(await sums()).toEqual(after)
        expect((await rejection(query(name, lines.join('\n')))).message).toContain('Duplicate entry')
        expect(await sums()).toEqual(after)
        await query('mysql', `drop database ${name}`)
        await close()
      },
      60_000,
    )

    test('is refused where nothing was imported, or from before the import', async () => {
      const { storage, close } = await open()
      expect((await rejection(exported(storage, 'sqlite', 'new-api', SWITCHED_AT))).message).toContain(
        'No database of new-api',
      )
      const source = await openSource(otherGateway('new-api-2026-sqlite').file, { withLogs: false })
      await moveIn({ storage, secrets }, source, OPTIONS)
      source.close()
      expect((await rejection(exported(storage, 'sqlite', 'new-api', IMPORTED_AT - 1))).message).toContain('is before')
      await close()
    })
  })

test('the words of the command are read, and others refused with the usage', () => {
  expect(readExportArguments(['--as', 'new-api'])).toEqual({ kind: 'sqlite', program: 'new-api', spentSince: null })
  expect(readExportArguments(['--as', 'one-api', '--database', 'mysql', '--spent-since', '1700100000'])).toEqual({
    kind: 'mysql',
    program: 'one-api',
    spentSince: SWITCHED_AT,
  })
  for (const words of [['--as', 'one-api'], ['--as', 'other'], ['--as', 'new-api', '--database', 'oracle'], ['x']])
    expect(() => readExportArguments(words)).toThrow('Usage:')
})
