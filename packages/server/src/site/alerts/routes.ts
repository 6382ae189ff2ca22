import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { listAlerts } from './alert-list.ts'
import { sendTestAlert } from './send-alert.ts'

export const alertEndpoints = [
  serve(calls.alerts.list, (_, { app, language }) => listAlerts(app.db, app.options, language)),

  serve(calls.alerts.test, async (_, { app }) => {
    const outcomes = await sendTestAlert(app)
    if (outcomes.length === 0) throw consoleError('alerts_go_nowhere')
    return outcomes.map(({ way, error }) => ({ way, error: error?.message.slice(0, 300) ?? '' }))
  }),
]
