import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { LOG_TYPE } from '@tollgate/contract'
import { behindNetwork } from '../../../test/support/behind-network.ts'
import { databases } from '../../../test/support/databases.ts'
import { untilNoted } from '../../../test/support/noted.ts'
import { until } from '../../../test/support/until.ts'
import type { Db } from '../../platform/storage/db.ts'
import { requestReference } from './call-entries.ts'
import { makeLedgerFixture, type Payer } from './testing.ts'

const driver = join(import.meta.dir, 'kill-driver.ts')

/** Where a node freezes: after sending a statement, or anywhere. */
const MOMENTS: Record<string, string | null> = {
  'inside a lease': '"users" set leased',
  'inside a transaction that has read only': 'for key share',
  'at a commit': 'tollgate_mismatch',
  'between two calls': null,
}

for (const { kind, open } of databases().filter(({ kind }) => kind === 'postgres')) {
  describe(`a frozen node on ${kind}`, () => {
    test.each(Object.keys(MOMENTS))(
      '%s stops no other node, and settles nothing twice when it continues',
      async moment => {
        const app = await makeLedgerFixture(await open(), { heartbeatMs: 200 })
        const { db } = app.storage
        const far = await behindNetwork(app.place)
        const payer = await app.payer({ balance: 100_000_000, cap: 50_000_000 })
        const text = MOMENTS[moment]
        const frozen = text ? far.network.saidToDatabase(text) : null
        const node = spend(far.place, payer)
        await (frozen ??
          until(
            async () => node.settled.length,
            count => count > 20,
            20_000,
          ))
        process.kill(node.pid, 'SIGSTOP')

        // Calls of the same user also continue once the frozen transaction's locks are gone.
        for (let call = 0; call < 20; call++) {
          const hold = app.hold(payer, 100)
          expect(await app.ledger.reserve(hold)).toMatchObject({ granted: 100 })
          await app.ledger.settle(app.settlement(payer, hold, 100))
        }
        const others = () => db.selectFrom('nodes').select('id').where('id', '!=', app.ledger.node()).execute()
        await until(others, nodes => nodes.length === 0, 20_000)
        expect(await app.findings()).toEqual([])
        // It is alive, and its calls continue.
        expect(await lostCalls(db)).toBe(0)

        const before = node.settled.length
        process.kill(node.pid, 'SIGCONT')
        await until(
          async () => node.settled.length,
          count => count > before + 50,
          20_000,
        )
        // Only calls older than a second leave a row.
        await untilNoted(app.storage.folder)
        await node.kill()
        await until(others, nodes => nodes.length === 0, 20_000)
        await until(
          () => lostCalls(db),
          count => count > 0,
          20_000,
        )
        expect(await app.findings()).toEqual([])
        const entries = await db
          .selectFrom('ledger_entries')
          .select(['reference', 'uncollected'])
          .where('kind', '=', 'request')
          .execute()
        const charged = new Map(entries.map(({ reference, uncollected }) => [reference, uncollected]))
        const uncollected = node.settled.map(id => [id, charged.get(requestReference(id))])
        expect(uncollected.filter(([, amount]) => amount !== 0)).toEqual([])
        const rows = await db.selectFrom('logs').select('quota').where('type', '=', LOG_TYPE.consume).execute()
        expect(rows).toHaveLength(entries.length)
        await far.close()
        await app.close()
      },
      90_000,
    )
  })
}

const lostCalls = async (db: Db): Promise<number> =>
  (await db.selectFrom('logs').select('id').where('error_code', '=', 'server_stopped').execute()).length

/** Starts a process that spends forever, and collects what it has settled so far. */
function spend(place: object, payer: Payer) {
  const child = Bun.spawn([process.execPath, driver, JSON.stringify(place), JSON.stringify(payer)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const settled: string[] = []
  const reading = (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      settled.push(...lines)
    }
  })()
  return {
    pid: child.pid,
    settled,
    async kill() {
      child.kill('SIGKILL')
      await child.exited
      await reading
    },
  }
}
