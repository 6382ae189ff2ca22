import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { KyselyPlugin } from 'kysely'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { otherGateway, otherGateways } from '../../test/support/other-gateways.ts'
import { randomSources } from '../../test/support/random-source.ts'
import { audit } from '../money/ledger/audit.ts'
import { makeSecrets } from '../platform/secrets/secrets.ts'
import type { Storage } from '../platform/storage/db.ts'
import { openKeys } from '../relay/candidates/keys/stored-keys.ts'
import { type MoveInOptions, moveIn } from './move-in.ts'
import { holds } from './proof/proof.ts'
import { openSource } from './sources/open-source.ts'
import type { Source } from './sources/source.ts'
import { verify } from './verify.ts'

const NOW = 1_800_000_000
const secrets = makeSecrets('the secret key of this test')
const OPTIONS: MoveInOptions = { isDryRun: false, into: 'empty', prices: 'source', logs: 0, now: NOW }
/** More rows than three batches of the log. */
const LOGS_OF_BATCHES = { sqlite: 350, postgres: 6_500 }
const sha256 = (text: string) => Bun.CryptoHasher.hash('sha256', text, 'hex')

const hasPgRestore = Bun.which('pg_restore') !== null
if (!hasPgRestore) console.log('Custom dumps are left out: there is no pg_restore.')
const files = otherGateways.filter(({ needsPgRestore }) => hasPgRestore || !needsPgRestore)

async function withSource<Result>(file: string, use: (source: Source) => Promise<Result>): Promise<Result> {
  const source = await openSource(file, { withLogs: true })
  try {
    return await use(source)
  } finally {
    source.close()
  }
}

/** Returns everything that an import writes, to compare two sites. */
async function standing({ db }: Storage) {
  const counts = await Promise.all(
    (['users', 'tokens', 'channels', 'abilities', 'redemptions', 'top_ups', 'logs', 'ledger_entries'] as const).map(
      async table => {
        const { rows } = await db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
        return [table, rows]
      },
    ),
  )
  const users = await db.selectFrom('users').select(['id', 'quota', 'owed', 'used_quota']).orderBy('id').execute()
  const tokens = await db.selectFrom('tokens').select(['id', 'remain_quota', 'owed']).orderBy('id').execute()
  const logs = await db.selectFrom('logs').select(['created_at', 'quota', 'request_id']).orderBy('id').execute()
  return { counts, users, tokens, logs: sha256(JSON.stringify(logs)) }
}

for (const { kind, open } of databases()) {
  describe(`importing into ${kind}`, () => {
    let database: TestDatabase
    beforeEach(async () => {
      database = await open()
    })
    afterEach(() => database.close())
    const target = () => ({ storage: database.storage, secrets })

    test.each(files.map(({ name }) => name))('%s brings every figure, balances the books, and once', async name => {
      const { file, expected: read } = otherGateway(name)
      const expected = read()
      await withSource(file, async source => {
        const { proof } = await moveIn(target(), source, OPTIONS)
        expect(proof.differences.filter(({ why }) => why === '')).toEqual([])
        expect(holds(proof)).toBe(true)
        expect(proof.logs).toEqual({ source: expected.rows.logs ?? 0, here: expected.rows.logs ?? 0 })
        expect(await audit(database.storage, NOW)).toEqual([])

        const before = await standing(database.storage)
        const again = await moveIn(target(), source, OPTIONS)
        expect([again.wasHere, holds(again.proof)]).toEqual([true, true])
        expect(await standing(database.storage)).toEqual(before)
        expect((await verify(target(), source)).proof).toEqual(again.proof)
      })

      const users = await database.storage.db.selectFrom('users').selectAll().orderBy('id').execute()
      expect(
        users.map(user => ({
          id: user.id,
          username: user.username,
          role: user.role,
          quota: user.quota - user.owed,
          used_quota: user.used_quota,
          request_count: user.request_count,
          aff_quota: user.aff_quota,
          aff_history: user.aff_history_quota,
          group: user.group,
        })),
      ).toEqual(
        expected.users.map(({ deleted: _, status, inviter_id, ...user }: Record<string, unknown>) => user) as never,
      )

      const userIds = new Set(users.map(({ id }) => id))
      const tokens = await database.storage.db.selectFrom('tokens').selectAll().orderBy('id').execute()
      expect(
        tokens.map(token => ({
          id: token.id,
          user_id: token.user_id,
          rest: token.remain_quota - token.owed,
          used_quota: token.used_quota,
          deleted: token.deleted_at !== null,
          key: sha256(secrets.decrypt(token.key_sealed)),
        })),
      ).toEqual(
        expected.tokens
          .filter(({ user_id }) => userIds.has(user_id))
          .map(({ id, user_id, remain_quota, used_quota, unlimited, deleted, key_sha256 }) => ({
            id,
            user_id,
            rest: unlimited ? Math.max(0, remain_quota) : remain_quota,
            used_quota,
            deleted,
            key: key_sha256,
          })),
      )

      const channels = await database.storage.db.selectFrom('channels').selectAll().orderBy('id').execute()
      expect(channels.map(({ id, name, used_quota }) => ({ id, name, used_quota }))).toEqual(
        expected.channels.map(({ id, name, used_quota }) => ({ id, name, used_quota })),
      )
      for (const [at, channel] of channels.entries()) {
        const keys = openKeys(channel, secrets)
        const before = expected.channels[at]
        // One-api's AWS and Vertex channels have their keys elsewhere.
        if (before?.key_lines === 1 && before.key_sha256 !== sha256(''))
          expect([channel.id, sha256(keys.join('\n'))]).toEqual([channel.id, before.key_sha256])
        else expect(keys.length).toBe(Math.max(1, before?.key_lines ?? 1))
      }
    })

    test('a dry run writes nothing and gives the same result', async () => {
      await withSource(otherGateway('new-api-2025-postgres/dump.sql').file, async source => {
        const tried = await moveIn(target(), source, { ...OPTIONS, isDryRun: true })
        expect((await standing(database.storage)).counts.map(([, rows]) => rows)).toEqual(Array(8).fill(0))
        expect(await database.storage.db.selectFrom('imports').selectAll().execute()).toEqual([])
        const { proof, notes } = await moveIn(target(), source, { ...OPTIONS, logs: null })
        expect([proof, notes]).toEqual([tried.proof, tried.notes])
      })
    })

    test('killed at any statement, it leaves all or nothing, and the next run finishes it', async () => {
      const [source] = randomSources({ seed: 7, count: 1, logs: LOGS_OF_BATCHES[kind] }) as [Source]
      const count = counting(database.storage)
      await moveIn({ storage: count.storage, secrets }, source, OPTIONS)
      const whole = await standing(database.storage)
      // In the tables, between tables and log, in the log, and at its end.
      const last = count.statements()
      const logBegins = count.firstBatch() - 1
      for (const at of [Math.floor(logBegins / 3), logBegins - 2, logBegins + 2, logBegins + 3, last - 1]) {
        await database.close()
        database = await open()
        const dying = counting(database.storage, at)
        expect(await moveIn({ storage: dying.storage, secrets }, source, OPTIONS).catch(String)).toBe('Error: killed')
        const left = Object.fromEntries((await standing(database.storage)).counts)
        expect([0, Object.fromEntries(whole.counts).users]).toContain(left.users)
        if (left.users === 0) expect(Object.values(left)).toEqual(Array(8).fill(0))
        const { proof } = await moveIn(target(), source, OPTIONS)
        expect(holds(proof)).toBe(true)
        expect(await standing(database.storage)).toEqual(whole)
        expect(await audit(database.storage, NOW)).toEqual([])
      }
    })

    test.each([1, 2, 3, 4])(
      'sums of random sources are equal, or each difference is explained (seed %i)',
      async seed => {
        const [debts, subscriptions] = seed % 2 === 0 ? (['forgive', 'credit'] as const) : (['keep', 'list'] as const)
        const merged = { ...OPTIONS, into: 'merge', debts, subscriptions } as const
        for (const source of randomSources({ seed, count: 4, logs: 5 })) {
          const { proof } = await moveIn(target(), source, merged)
          expect([source.name, proof.differences.filter(({ why }) => why === '')]).toEqual([source.name, []])
          expect([source.name, holds(proof)]).toEqual([source.name, true])
          expect(await audit(database.storage, NOW)).toEqual([])
          expect((await moveIn(target(), source, merged)).wasHere).toBe(true)
        }
      },
    )

    test('what is left of subscriptions is credited and debts are forgiven, once, as the operator chose', async () => {
      await withSource(otherGateway('new-api-2026-sqlite').file, async source => {
        const options = { ...OPTIONS, logs: null, now: 1_796_000_000 }
        const kept = await moveIn(target(), source, { ...options, isDryRun: true })
        const listed = 'Running subscriptions do not come: decide what their users get.'
        expect(kept.notes.find(({ text }) => text === listed)).toMatchObject({ kind: 'asks', sum: 51_853_211 })
        expect(kept.proof.quota.here).toBe(kept.proof.quota.source)

        const chosen = { ...options, subscriptions: 'credit', debts: 'forgive' } as const
        const { proof, notes } = await moveIn(target(), source, chosen)
        const credited = 'What was left of running subscriptions was credited as quota.'
        const forgiven = 'A balance below zero was forgiven: it is 0 here.'
        expect(notes.find(({ text }) => text === credited)).toMatchObject({ sum: 51_853_211 })
        expect(notes.find(({ text }) => text === forgiven)).toMatchObject({ sum: 1_234_568 })
        expect([holds(proof), proof.quota.here - proof.quota.source]).toEqual([true, 51_853_211 + 1_234_568])
        const differing = proof.differences.filter(({ field }) => field === 'quota')
        expect(differing.map(({ why }) => why)).toEqual([forgiven, forgiven, credited])
        const caps = proof.differences.filter(({ why }) => why === 'A rest below zero was forgiven: it is 0 here.')
        expect(caps.map(({ here }) => here)).toEqual([0, 0])
        const owing = await database.storage.db.selectFrom('users').select('id').where('owed', '>', 0).execute()
        expect(owing).toEqual([])
        expect(await audit(database.storage, NOW)).toEqual([])

        const again = await moveIn(target(), source, chosen)
        expect([again.wasHere, again.proof]).toEqual([true, proof])
        expect((await verify(target(), source)).proof.differences).toEqual(proof.differences)
        await database.storage.db.updateTable('users').set({ quota: 7 }).where('id', '=', 26).execute()
        expect(holds((await verify(target(), source)).proof)).toBe(false)
      })
    })

    test('tokens of users that do not exist are listed, and the proof explains each', async () => {
      await withSource(otherGateway('one-api-postgres/dump.sql').file, async source => {
        source.database.run('update tokens set user_id = 987654 where id in (3, 5)')
        const { proof, notes } = await moveIn(target(), source, OPTIONS)
        const sentence = 'Its user does not exist in the source.'
        expect(notes.find(({ table, text }) => table === 'tokens' && text === sentence)?.rows).toEqual([3, 5])
        expect([holds(proof), proof.tokens]).toEqual([true, { source: 51, here: 49 }])
        const ofTokens = proof.differences.filter(({ field }) => field === 'tokens')
        expect(ofTokens.map(({ id, why }) => [id, why])).toEqual([
          [3, sentence],
          [5, sentence],
        ])
      })
    })

    test('takes a part of the log, and later the rest', async () => {
      await withSource(otherGateway('one-api-postgres/dump.sql').file, async source => {
        const since = 1_795_000_000
        const part = await moveIn(target(), source, { ...OPTIONS, logs: since })
        expect(part.proof.logs.here).toBe(part.proof.logs.source)
        const oldest = await database.storage.db
          .selectFrom('logs')
          .select(({ fn }) => fn.min('created_at').as('time'))
          .executeTakeFirstOrThrow()
        expect(oldest.time).toBeGreaterThanOrEqual(since)
        const whole = await moveIn(target(), source, OPTIONS)
        expect(whole.proof.logs).toEqual({ source: 3_674, here: 3_674 })
        expect(part.proof.logs.here).toBeLessThan(3_674)
      })
    })

    test('into a site with users is refused, or gives every user a separate account', async () => {
      await withSource(otherGateway('one-api-postgres/dump.sql').file, async first => {
        await moveIn(target(), first, OPTIONS)
      })
      await withSource(otherGateway('new-api-2025-postgres/dump.sql').file, async source => {
        await expect(moveIn(target(), source, OPTIONS)).rejects.toThrow('This site is in use already')
        // The hand-made key exists in both.
        await expect(moveIn(target(), source, { ...OPTIONS, into: 'merge' })).rejects.toThrow(
          'belong to tokens here already',
        )
        await database.storage.db
          .updateTable('tokens')
          .set({ key_fingerprint: 'another' })
          .where(
            'key_fingerprint',
            'in',
            ['HandMadeno2023key', 'c7a456090369a1649d5b8379976dfa24648a5e3973fd1ff9'].map(secrets.fingerprint),
          )
          .execute()
        const { proof } = await moveIn(target(), source, { ...OPTIONS, into: 'merge' })
        expect(proof.differences.filter(({ why }) => why === '')).toEqual([])
        expect(holds(proof)).toBe(true)
        const admins = await database.storage.db.selectFrom('users').select('username').where('role', '>', 1).execute()
        expect(admins.map(({ username }) => username).sort()).toEqual(['admin_one', 'admin_two', 'root'])
        expect(await audit(database.storage, NOW)).toEqual([])
      })
    })
  })
}

/** Makes a storage that counts its statements and fails at one, as if the process were killed there. */
function counting(storage: Storage, last = Number.POSITIVE_INFINITY) {
  let statements = 0
  let firstBatch = 0
  const count = () => {
    if (++statements > last) throw new Error('killed')
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Storage = {
    ...storage,
    db: storage.db.withPlugin(plugin),
    slow: storage.slow.withPlugin(plugin),
    async batch(all) {
      count()
      firstBatch ||= statements
      return storage.batch(all)
    },
  }
  return { storage: counted, statements: () => statements, firstBatch: () => firstBatch }
}
