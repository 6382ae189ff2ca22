import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { commandOf, MAIN, runProgram } from '../../../test/support/gateway-process.ts'
import { otherGateway } from '../../../test/support/other-gateways.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { audit } from '../../money/ledger/audit.ts'
import { credit, takeBack } from '../../money/ledger/index.ts'
import { insertEntry } from '../../money/ledger/insert-entry.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { type MoveInOptions, moveIn } from '../move-in.ts'
import { holds } from '../proof/proof.ts'
import { openSource } from '../sources/open-source.ts'
import { verify } from '../verify.ts'

const NOW = 1_800_000_000
const secrets = makeSecrets('the secret key of this test')
const IMPORT: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: 0, now: NOW }
const SYNC: MoveInOptions = { ...IMPORT, isSync: true, now: NOW + 86_400 }

/** A copy of a SQLite source that a test changes as its gateway would. */
async function copyOf(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-sync-'))
  const file = join(folder, 'old.db')
  writeFileSync(file, Bun.zstdDecompressSync(await Bun.file(otherGateway(name).file).bytes()))
  return {
    file,
    change(...statements: string[]) {
      const database = new Database(file)
      database.run('pragma journal_mode = delete')
      for (const statement of statements) database.run(statement)
      database.close()
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
type Copy = Awaited<ReturnType<typeof copyOf>>

async function run(storage: Storage, { file }: Pick<Copy, 'file'>, options: MoveInOptions) {
  const source = await openSource(file, { withLogs: true })
  try {
    return await moveIn({ storage, secrets }, source, options)
  } finally {
    source.close()
  }
}
async function verified(storage: Storage, { file }: Copy) {
  const source = await openSource(file, { withLogs: true })
  try {
    return holds((await verify({ storage, secrets }, source)).proof)
  } finally {
    source.close()
  }
}

async function standing({ db }: Storage) {
  const users = await db.selectFrom('users').selectAll().orderBy('id').execute()
  const tokens = await db.selectFrom('tokens').selectAll().orderBy('id').execute()
  const channels = await db.selectFrom('channels').select(['id', 'used_quota', 'status']).orderBy('id').execute()
  const codes = await db.selectFrom('redemptions').selectAll().orderBy('id').execute()
  const entries = await db.selectFrom('ledger_entries').select(['reference', 'user_amount', 'token_amount']).execute()
  const logs = await db
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { users, tokens, channels, codes, entries, logs: logs.rows }
}
const userOf = ({ db }: Storage, id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What an import credited or forgave, by kind: ids here, and in the source. */
async function decided({ db }: Storage) {
  const kinds = ['subscription', 'debt', 'cap']
  const found = await db
    .selectFrom('imported_rows')
    .selectAll()
    .where('kind', 'in', kinds)
    .orderBy('source_id')
    .execute()
  const ofKind = (kind: string) => found.filter(row => row.kind === kind)
  return {
    rows: (kind: string) => ofKind(kind).map(({ row_id }) => row_id),
    sources: (kind: string) => ofKind(kind).map(({ source_id }) => source_id),
  }
}

/** Users 3 and 5, tokens of user 3, a channel and a code, as a day of calls and administrators leaves them. */
const DAY = [
  'update users set quota = quota - 40000, used_quota = used_quota + 40000, request_count = request_count + 7 where id = 3',
  'update users set quota = quota + 2500000 where id = 5',
  `update users set status = 2, "group" = 'vip' where id = 7`,
  'update tokens set remain_quota = remain_quota - 40000, used_quota = used_quota + 40000 where id = (select min(id) from tokens where user_id = 3)',
  'update tokens set status = 2 where id = (select max(id) from tokens where user_id = 3 and status = 1)',
  'update channels set used_quota = used_quota + 40000 where id = 1',
  'update redemptions set status = 3, redeemed_time = 1799999999 where id = (select min(id) from redemptions where status = 1)',
  `insert into users (id, username, password, display_name, role, status, quota, used_quota, request_count, "group", aff_code) values (900, 'latecomer', '', '', 1, 1, 77, 0, 0, 'default', 'zzzz')`,
  `insert into tokens (id, user_id, key, status, name, remain_quota, used_quota, unlimited_quota, expired_time) values (900, 900, 'lateKey', 1, 'late', 70, 0, 0, -1)`,
  `insert into logs (id, user_id, created_at, type, username, token_name, model_name, quota) values (900001, 3, 1799999999, 2, 'wang_xm', 'main', 'gpt-4o', 40000)`,
]

for (const { kind, open } of databases())
  describe(`a sync into ${kind}`, () => {
    test.each(['one-api-sqlite', 'new-api-2026-sqlite'])(
      'brings what changed in %s, leaves what was spent here, proves it, and changes nothing a second time',
      async name => {
        const { storage, close } = await open()
        const copy = await copyOf(name)
        await run(storage, copy, IMPORT)
        const imported = await userOf(storage, 3)
        await takeBack(storage.db, { userId: 3, amount: 1_000, reference: 'spent:here', now: NOW })
        await credit(storage.db, { userId: 5, amount: 5, reference: 'grant:here', now: NOW })
        expect(await verified(storage, copy)).toBe(true)

        copy.change(...DAY)
        expect(await verified(storage, copy)).toBe(false)
        expect(holds((await run(storage, copy, IMPORT)).proof)).toBe(false)
        const before = await standing(storage)
        const dry = await run(storage, copy, { ...SYNC, isDryRun: true })
        expect([holds(dry.proof), dry.wasHere]).toEqual([true, false])
        expect(await standing(storage)).toEqual(before)

        const synced = await run(storage, copy, SYNC)
        expect(synced.proof.differences.filter(({ why }) => why === '')).toEqual([])
        expect([holds(synced.proof), synced.wasHere]).toEqual([true, false])
        expect(await userOf(storage, 3)).toMatchObject({
          quota: imported.quota - 1_000 - 40_000,
          used_quota: imported.used_quota + 40_000,
          request_count: imported.request_count + 7,
        })
        expect(await userOf(storage, 7)).toMatchObject({ status: 2, group: 'vip' })
        expect(await userOf(storage, 900)).toMatchObject({ username: 'latecomer', quota: 77 })
        const ofThree = await storage.db
          .selectFrom('ledger_entries')
          .select(['reference', 'user_amount'])
          .where('user_id', '=', 3)
          .where('reference', 'like', '%:sync:1:user:3')
          .execute()
        expect(ofThree.map(({ user_amount }) => user_amount)).toEqual([-40_000])
        const log = await storage.db
          .selectFrom('logs')
          .select('quota')
          .where('created_at', '=', 1_799_999_999)
          .execute()
        expect(log).toEqual([{ quota: 40_000 }])
        expect(await verified(storage, copy)).toBe(true)
        expect(await audit(storage, SYNC.now)).toEqual([])

        const after = await standing(storage)
        const again = await run(storage, copy, SYNC)
        expect([holds(again.proof), again.wasHere]).toEqual([true, true])
        expect(await standing(storage)).toEqual(after)
        copy.remove()
        await close()
      },
      60_000,
    )

    test('leaves what the import credited for subscriptions and what it forgave', async () => {
      const { storage, close } = await open()
      const copy = await copyOf('new-api-2026-sqlite')
      const chosen = { ...IMPORT, now: 1_796_000_000, subscriptions: 'credit', debts: 'forgive' } as const
      const later = { ...chosen, isSync: true, now: chosen.now + 86_400 }
      await run(storage, copy, chosen)
      const before = await standing(storage)
      const again = await run(storage, copy, later)
      expect([holds(again.proof), again.wasHere]).toEqual([true, true])
      expect(await standing(storage)).toEqual(before)

      const { rows, sources } = await decided(storage)
      const [debtor = 0, cap = 0] = [sources('debt')[0], sources('cap')[0]]
      const credited = rows('subscription').find(id => !rows('debt').includes(id)) ?? 0
      copy.change(
        `update users set quota = quota - 100 where id = ${credited}`,
        `update users set quota = 50 where id = ${debtor}`,
        `update tokens set remain_quota = remain_quota - 5, used_quota = used_quota + 5 where id = ${cap}`,
      )
      const owned = (await userOf(storage, credited)).quota
      const synced = await run(storage, copy, later)
      expect(synced.proof.differences.filter(({ why }) => why === '')).toEqual([])
      expect([holds(synced.proof), synced.wasHere]).toEqual([true, false])
      expect(await userOf(storage, credited)).toMatchObject({ quota: owned - 100, owed: 0 })
      expect(await userOf(storage, debtor)).toMatchObject({ quota: 50, owed: 0 })
      const token = storage.db.selectFrom('tokens').select(['remain_quota', 'owed']).where('id', '=', cap)
      expect(await token.executeTakeFirst()).toEqual({ remain_quota: 0, owed: 0 })
      expect(await verified(storage, copy)).toBe(true)
      expect(await audit(storage, later.now)).toEqual([])
      copy.remove()
      await close()
    }, 60_000)

    test('owes what a balance no longer has, and gives earnings back that were transferred on both sides', async () => {
      const { storage, close } = await open()
      const copy = await copyOf('new-api-2026-sqlite')
      copy.change('update users set quota = 1000, aff_quota = 600, aff_history = 600 where id = 3')
      await run(storage, copy, IMPORT)
      await takeBack(storage.db, { userId: 3, amount: 900, reference: 'spent:here', now: NOW })
      // 600 were transferred here, and there too
      await storage.db.updateTable('users').set({ quota: 700, aff_quota: 0 }).where('id', '=', 3).execute()
      await insertEntry(storage.db, { reference: 'aff:3:here', userId: 3, userAmount: 600, affAmount: -600, now: NOW })
      expect(await audit(storage, NOW)).toEqual([])

      copy.change('update users set quota = quota + 600 - 1400, aff_quota = 0 where id = 3')
      expect(holds((await run(storage, copy, SYNC)).proof)).toBe(true)
      // 1000 − 900 spent here + 600 of earnings − 1400 spent there
      expect(await userOf(storage, 3)).toMatchObject({ quota: 0, owed: 700, aff_quota: 0, aff_history_quota: 600 })
      expect(await audit(storage, NOW)).toEqual([])
      copy.change('update users set quota = quota + 1000 where id = 3')
      expect(holds((await run(storage, copy, SYNC)).proof)).toBe(true)
      expect(await userOf(storage, 3)).toMatchObject({ quota: 300, owed: 0 })
      expect([await audit(storage, NOW), await verified(storage, copy)]).toEqual([[], true])
      copy.remove()
      await close()
    })

    test('of any changes of figures adds up, whatever was spent here', async () => {
      const amount = fc.integer({ min: -3_000_000_000, max: 3_000_000_000 })
      const change = fc.record({
        user: fc.integer({ min: 1, max: 26 }),
        quota: amount,
        remain: amount,
        used: fc.nat(1_000_000),
        spent: fc.nat(5_000_000),
      })
      const { storage, close } = await open()
      const copy = await copyOf('new-api-2026-sqlite')
      await run(storage, copy, { ...IMPORT, logs: null })
      let step = 0
      for (const changes of fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), { numRuns: 12, seed: 30 })) {
        for (const { user, quota, remain, used, spent } of changes) {
          const exists = await storage.db.selectFrom('users').select('id').where('id', '=', user).executeTakeFirst()
          if (!exists) continue
          await takeBack(storage.db, { userId: user, amount: spent, reference: `spent:${++step}`, now: NOW })
          copy.change(
            `update users set quota = quota + ${quota}, used_quota = used_quota + ${used} where id = ${user}`,
            `update tokens set remain_quota = remain_quota + ${remain}, used_quota = used_quota + ${used} where user_id = ${user}`,
          )
        }
        const { proof } = await run(storage, copy, { ...SYNC, logs: null })
        expect(proof.differences.filter(({ why }) => why === '')).toEqual([])
        expect([holds(proof), await audit(storage, NOW)]).toEqual([true, []])
      }
      copy.remove()
      await close()
    }, 60_000)

    test('takes from a balance what a node has leased and no call holds, without a debt', async () => {
      const { storage, close } = await open()
      const copy = await copyOf('new-api-2026-sqlite')
      copy.change('update users set quota = 1000 where id = 3')
      await run(storage, copy, IMPORT)
      const { db } = storage
      await db.updateTable('users').set({ leased: 900 }).where('id', '=', 3).execute()
      const lease = { node: 'another', account: 'user', account_id: 3, taken: 900 } as const
      await db.insertInto('leases').values(lease).execute()
      // a node returns what it is asked for
      const answered = until(
        () => db.selectFrom('leases').select('recalled_at').where('account_id', '=', 3).executeTakeFirst(),
        row => (row?.recalled_at ?? 0) > 0,
      ).then(async () => {
        await db.updateTable('users').set({ leased: 0 }).where('id', '=', 3).execute()
        await db.deleteFrom('leases').where('account_id', '=', 3).execute()
      })
      copy.change('update users set quota = quota - 800 where id = 3')
      const [{ proof }] = await Promise.all([run(storage, copy, SYNC), answered])
      expect(holds(proof)).toBe(true)
      expect(await userOf(storage, 3)).toMatchObject({ quota: 200, owed: 0 })
      expect(await audit(storage, NOW)).toEqual([])
      copy.remove()
      await close()
    }, 30_000)

    test('brings the rows of a log that an earlier version brought without its end, or says why not', async () => {
      const { storage, close } = await open()
      const copy = await copyOf('one-api-sqlite')
      await run(storage, copy, IMPORT)
      const forget = () => storage.db.updateTable('imports').set({ logs_top: null }).execute()
      const newRow = (id: number) =>
        `insert into logs (id, user_id, created_at, type, username, token_name, model_name, quota) values (${id}, 3, 1799999999, 2, 'wang_xm', 'main', 'gpt-4o', 40000)`
      await forget()
      copy.change(newRow(900_001))
      const { proof } = await run(storage, copy, SYNC)
      expect([holds(proof), proof.logs]).toEqual([true, { source: 5_071, here: 5_071 }])
      await forget()
      copy.change('delete from logs where id = 77', newRow(900_002))
      expect((await rejection(run(storage, copy, SYNC))).message).toContain('which rows are new cannot be told')
      copy.remove()
      await close()
    }, 30_000)

    test('deletes what was deleted there, and refuses a source that was never imported', async () => {
      const { storage, close } = await open()
      const copy = await copyOf('one-api-sqlite')
      expect((await rejection(run(storage, copy, SYNC))).message).toContain('was not imported into this site')
      await run(storage, copy, IMPORT)
      const token = await storage.db
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', 3)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      copy.change(`delete from tokens where id = ${token.id}`)
      expect(holds((await run(storage, copy, SYNC)).proof)).toBe(true)
      const gone = await storage.db.selectFrom('tokens').select('deleted_at').where('id', '=', token.id).execute()
      expect(gone).toEqual([{ deleted_at: SYNC.now }])
      copy.remove()
      await close()
    })

    test('killed at any moment and run again is what a sync without a kill is', async () => {
      const copy = await copyOf('new-api-2026-sqlite')
      const [whole, killed] = [await open(), await open()]
      const words = [MAIN, 'import', copy.file, '--yes', '--json']
      for (const { place } of [whole, killed]) expect((await runProgram(words, { ...place })).exitCode).toBe(0)
      copy.change(...DAY)
      const startedAt = performance.now()
      expect((await runProgram([...words, '--sync'], { ...whole.place })).exitCode).toBe(0)
      const tookMs = performance.now() - startedAt
      const environment = { ...process.env, ...killed.place, LOG_LEVEL: 'warn' }
      for (const share of [0.4, 0.7, 0.9]) {
        const child = Bun.spawn(commandOf([...words, '--sync']), {
          env: environment,
          stdout: 'ignore',
          stderr: 'ignore',
        })
        await Promise.race([child.exited, Bun.sleep(tookMs * share)])
        child.kill('SIGKILL')
        await child.exited
      }
      const resumed = await runProgram([...words, '--sync'], { ...killed.place })
      expect([resumed.exitCode, JSON.parse(resumed.stdout).holds]).toEqual([0, true])
      const figures = async ({ storage: { db } }: typeof whole) => ({
        users: await db
          .selectFrom('users')
          .select(['id', 'quota', 'owed', 'used_quota', 'status'])
          .orderBy('id')
          .execute(),
        tokens: await db.selectFrom('tokens').select(['id', 'remain_quota', 'owed', 'status']).orderBy('id').execute(),
        entries: await db
          .selectFrom('ledger_entries')
          .select(['reference', 'user_amount'])
          .orderBy('reference')
          .execute(),
        logs: await db
          .selectFrom('logs')
          .select(['created_at', 'quota', 'request_id'])
          .orderBy('created_at')
          .orderBy('request_id')
          .execute(),
      })
      expect(await figures(killed)).toEqual(await figures(whole))
      expect(await audit(killed.storage, 2_000_000_000)).toEqual([])
      copy.remove()
      await Promise.all([whole.close(), killed.close()])
    }, 120_000)
  })
