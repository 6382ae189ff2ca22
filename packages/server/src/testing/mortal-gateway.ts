/**
 * A gateway to be killed: nodes notice each other's death within half a second. Where its argument names a point, it kills
 * itself there, on the way of its first call.
 */
import { buildWorld, type RunningWorld } from '../build-world.ts'
import { readEnvironment } from '../environment.ts'
import type { Ledger } from '../ledger/index.ts'
import { startServer } from '../start-server.ts'

/** SIGKILL, as from outside; nothing runs behind it. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

const PACE = { heartbeatMs: 100 }

/** What of a world's ledger is otherwise, by the point where the process dies. */
const points = {
  'between the hold and the call upstream': ({ relay: { ledger } }) => ({
    async reserve(hold) {
      await ledger.reserve(hold)
      return die()
    },
  }),
  'between the last byte and the settlement': () => ({ settle: die }),
  'inside the settlement’s transaction': ({ db, relay: { ledger } }) => ({
    settle(settlement) {
      const begin = db.transaction.bind(db)
      db.transaction = () => {
        const transaction = begin()
        const execute = transaction.execute.bind(transaction)
        transaction.execute = act =>
          execute(async transaction => {
            await act(transaction)
            return die()
          })
        return transaction
      }
      return ledger.settle(settlement)
    },
  }),
  'between the settlement and the last bytes': ({ relay: { ledger } }) => ({
    async settle(settlement) {
      await ledger.settle(settlement)
      return die()
    },
  }),
} satisfies Record<string, (world: RunningWorld) => Partial<Ledger>>

export type DeadlyPoint = keyof typeof points

if (import.meta.main) {
  const point: ((world: RunningWorld) => Partial<Ledger>) | undefined = points[process.argv[2] as DeadlyPoint]
  await startServer(readEnvironment(process.env), async environment => {
    const world = await buildWorld(environment, PACE)
    return { ...world, relay: { ...world.relay, ledger: { ...world.relay.ledger, ...point?.(world) } } }
  })
}
