import { calls } from '@tollgate/contract'
import { mayDo } from '../../platform/http/rights.ts'
import { serve } from '../context.ts'
import { inScope } from '../logs/scope.ts'
import { readDays } from './days.ts'
import { readFlow } from './flow.ts'
import { hourlySums } from './hourly-sums.ts'
import { readLatency } from './latency.ts'
import { readUsage } from './read-usage.ts'
import { sumsBy } from './store.ts'
import { readUnusual } from './unusual.ts'
import { readWallet } from './wallet.ts'

export const dashboardEndpoints = [
  serve(calls.dashboard.usage, ({ query }, { app }) => readUsage(app, query)),
  serve(calls.dashboard.usageSelf, async ({ query }, { app, caller }) =>
    readUsage(app, await inScope(app.db, caller, query)),
  ),
  serve(calls.dashboard.shares, ({ query }, { app }) => sumsBy(app.reports, query, query.by)),
  serve(calls.dashboard.sharesSelf, async ({ query }, { app, caller }) =>
    sumsBy(app.reports, await inScope(app.db, caller, query), query.by),
  ),
  serve(calls.dashboard.flow, ({ query }, { app }) => readFlow(app.reports, query)),
  serve(calls.dashboard.flowSelf, async ({ query }, { app, caller }) =>
    readFlow(app.reports, await inScope(app.db, caller, query), { isOwn: true }),
  ),
  serve(calls.dashboard.latency, ({ query }, { app }) => readLatency(app.reports, query, { byChannel: true })),
  serve(calls.dashboard.latencySelf, async ({ query }, { app, caller }) =>
    readLatency(app.reports, await inScope(app.db, caller, query)),
  ),
  serve(calls.dashboard.days, ({ query }, { app }) => readDays(app, query)),
  serve(calls.dashboard.daysSelf, async ({ query }, { app, caller }) =>
    readDays(app, await inScope(app.db, caller, query)),
  ),
  serve(calls.dashboard.wallet, async ({ query }, { app, caller }) => {
    const wallet = await readWallet(app, query)
    return mayDo(caller, 'channels.see') ? wallet : { ...wallet, upstreams: [] }
  }),
  serve(calls.dashboard.walletSelf, async ({ query }, { app, caller }) =>
    readWallet(app, await inScope(app.db, caller, query)),
  ),
  serve(calls.dashboard.unusual, ({ query }, { app }) => readUnusual(app, query)),
  serve(calls.dashboard.unusualSelf, async ({ query }, { app, caller }) =>
    readUnusual(app, await inScope(app.db, caller, query)),
  ),
  serve(calls.dashboard.hourly, ({ query }, { app }) => hourlySums(app.reports, query)),
  serve(calls.dashboard.hourlySelf, async ({ query }, { app, caller }) =>
    hourlySums(app.reports, await inScope(app.db, caller, query)),
  ),
]
