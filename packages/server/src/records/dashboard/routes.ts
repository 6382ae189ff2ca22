import { calls } from '@tollgate/contract'
import { mayDo } from '../../platform/http/rights.ts'
import { serve } from '../context.ts'
import { readDays } from './days.ts'
import { readFlow } from './flow.ts'
import { readLatency } from './latency.ts'
import { readUsage } from './read-usage.ts'
import { hourlySums, sumsBy } from './store.ts'
import { readUnusual } from './unusual.ts'
import { readWallet } from './wallet.ts'

export const dashboardEndpoints = [
  serve(calls.dashboard.usage, ({ query }, { app }) => readUsage(app, query)),
  serve(calls.dashboard.usageSelf, ({ query }, { app, caller }) => readUsage(app, { ...query, userId: caller.id })),
  serve(calls.dashboard.shares, ({ query }, { app }) => sumsBy(app.reports, query, query.by)),
  serve(calls.dashboard.sharesSelf, ({ query }, { app, caller }) =>
    sumsBy(app.reports, { ...query, userId: caller.id }, 'token'),
  ),
  serve(calls.dashboard.flow, ({ query }, { app }) => readFlow(app.reports, query)),
  serve(calls.dashboard.flowSelf, ({ query }, { app, caller }) =>
    readFlow(app.reports, { ...query, userId: caller.id }, { isOwn: true }),
  ),
  serve(calls.dashboard.latency, ({ query }, { app }) => readLatency(app.reports, query, { byChannel: true })),
  serve(calls.dashboard.latencySelf, ({ query }, { app, caller }) =>
    readLatency(app.reports, { ...query, userId: caller.id }),
  ),
  serve(calls.dashboard.days, ({ query }, { app }) => readDays(app, query)),
  serve(calls.dashboard.daysSelf, ({ query }, { app, caller }) => readDays(app, { ...query, userId: caller.id })),
  serve(calls.dashboard.wallet, async ({ query }, { app, caller }) => {
    const wallet = await readWallet(app, query)
    return mayDo(caller, 'channels.see') ? wallet : { ...wallet, upstreams: [] }
  }),
  serve(calls.dashboard.walletSelf, (_, { app, caller }) => readWallet(app, { userId: caller.id })),
  serve(calls.dashboard.unusual, ({ query }, { app }) => readUnusual(app, query)),
  serve(calls.dashboard.unusualSelf, ({ query }, { app, caller }) => readUnusual(app, { ...query, userId: caller.id })),
  serve(calls.dashboard.hourly, ({ query }, { app }) => hourlySums(app.reports, query)),
  serve(calls.dashboard.hourlySelf, ({ query }, { app, caller }) =>
    hourlySums(app.reports, { ...query, userId: caller.id }),
  ),
]
