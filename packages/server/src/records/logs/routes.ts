import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { recordAct } from './acts/record-act.ts'
import { askToClear } from './ask-to-clear.ts'
import { lastCleanUp } from './clean-up.ts'
import { exportLogs } from './export/export-logs.ts'
import { readLogPage } from './read-page.ts'
import { inScope } from './scope.ts'
import { logStat } from './stat.ts'
import { logById } from './store.ts'
import { toLog, toOwnLog } from './to-log.ts'

export const logEndpoints = [
  serve(calls.logs.list, ({ query }, { app, language }) =>
    readLogPage(app.reports, query, toLog({ language, options: app.options })),
  ),

  serve(calls.logs.listSelf, async ({ query }, { app, caller, language }) =>
    readLogPage(app.reports, await inScope(app.db, caller, query), toOwnLog({ language, options: app.options })),
  ),

  serve(calls.logs.receipt, async ({ params }, { app, language }) => {
    const row = await logById(app.reports, params.id)
    if (!row) throw consoleError('receipt_not_found')
    return toLog({ language, options: app.options })(row)
  }),

  serve(calls.logs.receiptSelf, async ({ params, query: { team_id } }, { app, caller, language }) => {
    const scope = await inScope(app.db, caller, { team_id, member_id: 0, project_id: 0 })
    const row = await logById(app.reports, params.id, scope)
    if (!row) throw consoleError('receipt_not_found')
    return toOwnLog({ language, options: app.options })(row)
  }),

  serve(calls.logs.stat, ({ query }, { app }) => logStat(app, query)),

  serve(calls.logs.statSelf, async ({ query }, { app, caller }) => logStat(app, await inScope(app.db, caller, query))),

  serve(calls.logs.clear, async ({ query: { target_timestamp } }, context) => {
    const count = await askToClear(context.app, target_timestamp)
    await recordAct(context, 'log_cleared', { count, moment: new Date(target_timestamp * 1000).toISOString() })
    return count
  }),

  serve(calls.logs.cleanUp, (_, { app }) => lastCleanUp(app.db)),

  serve(calls.logs.export, ({ query: { format, ...filters } }, { app, caller, language, request }) =>
    exportLogs(app, {
      format,
      filters,
      callerId: caller.id,
      isAdmin: true,
      signal: request.signal,
      toLog: toLog({ language, options: app.options }),
    }),
  ),

  serve(calls.logs.exportSelf, async ({ query: { format, ...filters } }, { app, caller, language, request }) =>
    exportLogs(app, {
      format,
      filters: await inScope(app.db, caller, filters),
      callerId: caller.id,
      isAdmin: false,
      signal: request.signal,
      toLog: toOwnLog({ language, options: app.options }),
    }),
  ),
]
