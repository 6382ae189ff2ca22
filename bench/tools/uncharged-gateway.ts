/** The whole server with a ledger that stores nothing: the difference in cost is the cost of durable charging. */

import type { Ledger } from '../../packages/server/src/money/ledger/index.ts'
import { readEnvironment } from '../../packages/server/src/platform/process/environment.ts'
import { buildAppContext } from '../../packages/server/src/start/build-app-context.ts'
import { startServer } from '../../packages/server/src/start/start-server.ts'

await startServer(readEnvironment(process.env), async environment => {
  const app = await buildAppContext(environment)
  const ledger: Ledger = {
    reserve: async ({ amount }) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
    extend: async (_requestId, amount) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
    settle: async ({ quota }) => ({ quota, balance: Number.MAX_SAFE_INTEGER }),
    release: async () => undefined,
    record: () => undefined,
    recall: async () => undefined,
    refresh: () => undefined,
    charged: () => 0,
    node: app.ledger.node,
    share: async () => undefined,
    holds: () => [],
    standing: () => ({ waiting: 0, commits: 0, commitSeconds: 0, isInTrouble: false, isDatabaseFull: false }),
    close: app.ledger.close,
  }
  return { ...app, ledger, relay: { ...app.relay, ledger } }
})
