/**
 * A gateway to be killed; nodes notice each other's death within half a second. If its argument names a point, it kills
 * itself there during its first call.
 */

import type { Ledger } from '../../src/money/ledger/index.ts'
import { readEnvironment } from '../../src/platform/process/environment.ts'
import { PROCESS_MARK } from '../../src/platform/process/own-program.ts'
import { buildAppContext, type RunningApp } from '../../src/start/build-app-context.ts'
import { runServer } from '../../src/start/workers/run-server.ts'
import { untilNoted } from './noted.ts'

/** SIGKILL, as if from outside; nothing runs after it. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

/** Running calls enter the journal a moment after they begin. */
const noted = ({ node }: Ledger) => untilNoted(readEnvironment(process.env).DATA_DIR, node())

const PACE = { heartbeatMs: 100 }

/** The replaced ledger methods, by the point where the process dies. */
const points = {
  'between the hold and the call upstream': ({ relay: { ledger } }) => ({
    async reserve(hold) {
      await ledger.reserve(hold)
      await noted(ledger)
      return die()
    },
  }),
  'between the last byte and the settlement': ({ relay: { ledger } }) => ({ settle: () => noted(ledger).then(die) }),
  'while the settlement is committed': ({ relay: { ledger } }) => ({
    async settle(settlement) {
      await noted(ledger)
      ledger.settle(settlement)
      // The group is written at the end of this turn of the event loop.
      setImmediate(() => setImmediate(die))
      return new Promise(() => undefined)
    },
  }),
  'between the settlement and the last bytes': ({ relay: { ledger } }) => ({
    async settle(settlement) {
      await ledger.settle(settlement)
      return die()
    },
  }),
} satisfies Record<string, (app: RunningApp) => Partial<Ledger>>

export type DeadlyPoint = keyof typeof points

if (process.argv[2]?.startsWith(PROCESS_MARK)) await import('../../src/platform/storage/sqlite/report-process.ts')
else if (import.meta.main) {
  const point: ((app: RunningApp) => Partial<Ledger>) | undefined = points[process.argv[2] as DeadlyPoint]
  await runServer(readEnvironment(process.env), async (environment, _timings, place) => {
    const app = await buildAppContext(environment, PACE, place)
    return { ...app, relay: { ...app.relay, ledger: { ...app.relay.ledger, ...point?.(app) } } }
  })
}
