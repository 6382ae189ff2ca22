import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { readLatency } from './latency.ts'
import { readUsage } from './read-usage.ts'
import { hourlySums, sumsBy } from './store.ts'

export const dashboardEndpoints = [
  serve(calls.dashboard.usage, ({ query }, { app }) => readUsage(app, query)),
  serve(calls.dashboard.usageSelf, ({ query }, { app, caller }) => readUsage(app, { ...query, userId: caller.id })),
  serve(calls.dashboard.shares, ({ query }, { app }) => sumsBy(app.reports, query, query.by)),
  serve(calls.dashboard.sharesSelf, ({ query }, { app, caller }) =>
    sumsBy(app.reports, { ...query, userId: caller.id }, 'token'),
  ),
  serve(calls.dashboard.latency, ({ query }, { app }) => readLatency(app.reports, query)),
  serve(calls.dashboard.latencySelf, ({ query }, { app, caller }) =>
    readLatency(app.reports, { ...query, userId: caller.id }),
  ),
  serve(calls.dashboard.hourly, ({ query }, { app }) => hourlySums(app.reports, query)),
  serve(calls.dashboard.hourlySelf, ({ query }, { app, caller }) =>
    hourlySums(app.reports, { ...query, userId: caller.id }),
  ),
]
