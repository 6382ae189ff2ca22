import { expect, test } from 'bun:test'
import { integer, sample } from 'fast-check'
import { databases } from '../../test/support/databases.ts'
import { commandOf, MAIN, runProgram } from '../../test/support/gateway-process.ts'
import { otherGateways } from '../../test/support/other-gateways.ts'
import { audit } from '../money/ledger/audit.ts'
import type { Storage } from '../platform/storage/db.ts'

const SEED = 30
/** The kills of each import, at different shares of the time that an import takes alone. */
const KILLS = 3
const NOW = 2_000_000_000
/** One copy of each source; other tests cover the packing. */
const SOURCES = otherGateways.filter(({ name }) => !/custom|inserts/.test(name))

/** Returns what an import leaves, without the times of the runs. */
async function left({ db }: Storage) {
  const users = await db.selectFrom('users').select(['id', 'username', 'quota', 'owed']).orderBy('id').execute()
  const tokens = await db.selectFrom('tokens').select(['id', 'remain_quota', 'owed']).orderBy('id').execute()
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['reference', 'user_amount'])
    .orderBy('reference')
    .execute()
  const logs = await db
    .selectFrom('logs')
    .select(['created_at', 'content', 'quota', 'request_id'])
    .orderBy('id')
    .execute()
  return { users, tokens, entries, logs: logs.length, log: Bun.hash(JSON.stringify(logs)) }
}

for (const { kind, open } of databases())
  test.each(SOURCES.map(({ name }) => name))(
    `%s, killed ${KILLS} times on its way into ${kind} (seed ${SEED}), gives the same result as without kills`,
    async name => {
      const file = SOURCES.find(one => one.name === name)?.file ?? ''
      const words = [MAIN, 'import', file, '--yes', '--json']
      const whole = await open()
      const startedAt = performance.now()
      const imported = await runProgram(words, { ...whole.place })
      const tookMs = performance.now() - startedAt
      expect(imported.exitCode).toBe(0)

      const killed = await open()
      const environment = { ...process.env, ...killed.place, LOG_LEVEL: 'warn' }
      for (const percent of sample(integer({ min: 20, max: 95 }), { numRuns: KILLS, seed: SEED })) {
        const child = Bun.spawn(commandOf(words), { env: environment, stdout: 'ignore', stderr: 'ignore' })
        await Promise.race([child.exited, Bun.sleep((tookMs * percent) / 100)])
        child.kill('SIGKILL')
        await child.exited
      }
      const resumed = await runProgram(words, { ...killed.place })
      expect(resumed.stderr).toBe('')
      expect({ ...JSON.parse(resumed.stdout), was_here: false, notes: [] }).toEqual({
        ...JSON.parse(imported.stdout),
        was_here: false,
        notes: [],
      })
      expect(await left(killed.storage)).toEqual(await left(whole.storage))
      expect(await audit(killed.storage, NOW)).toEqual([])
      await Promise.all([whole.close(), killed.close()])
    },
    120_000,
  )
