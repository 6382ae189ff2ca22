import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { integer, sample } from 'fast-check'
import { databases } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/until.ts'
import { requestReference } from './call-entries.ts'
import { makeLedgerFixture, openTestLedger, type Payer } from './testing.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
const SEED = Number(process.env.KILL_SEED ?? 20_261_121)
const LATEST_MS = Number(process.env.KILL_LATEST_MS ?? 600)
const driver = join(import.meta.dir, 'kill-driver.ts')

for (const { kind, open } of databases()) {
  describe(`a process killed at any moment on ${kind}`, () => {
    test(`loses no settlement and leaves no hold (seed ${SEED}, ${ROUNDS} rounds)`, async () => {
      const app = await makeLedgerFixture(await open())
      // Two processes may not share a SQLite ledger.
      if (kind === 'sqlite') await app.ledger.close()
      const payer = await app.payer({ balance: 1_000_000_000, cap: 500_000_000 })

      for (const delayMs of sample(integer({ min: 30, max: LATEST_MS }), { numRuns: ROUNDS, seed: SEED })) {
        const settled = await spendUntilKilled(app.place, payer, delayMs)
        expect(settled.length).toBeGreaterThan(0)
        if (kind === 'sqlite') await (await openTestLedger(app.storage)).close()
        await until(
          () => app.state(payer),
          ({ holds }) => holds === 0,
        )
        expect(await app.findings()).toEqual([])
        expect(await entered(settled)).toBe(settled.length)
      }
      await app.close()

      async function entered(requestIds: string[]): Promise<number> {
        const references = new Set(requestIds.map(requestReference))
        const entries = await app.storage.db.selectFrom('ledger_entries').select('reference').execute()
        return entries.filter(entry => references.has(entry.reference)).length
      }
    }, 3_600_000)
  })
}

/** Runs a spending process until `delayMs` after its first settlement, kills it, and returns what it had settled. */
async function spendUntilKilled(place: object, payer: Payer, delayMs: number): Promise<string[]> {
  const child = Bun.spawn([process.execPath, driver, JSON.stringify(place), JSON.stringify(payer)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const decoder = new TextDecoder()
  let said = ''
  let killing: Promise<void> | undefined
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true })
    killing ??= Bun.sleep(delayMs).then(() => child.kill('SIGKILL'))
  }
  await killing
  await child.exited
  // The last line may have been cut short.
  return said.split('\n').slice(0, -1)
}
