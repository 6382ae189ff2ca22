import { type AlertRule, calls, fillIn } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { alertSentences } from '../../platform/messages/index.ts'
import { serve } from '../context.ts'
import { sendTestAlert } from './send-alert.ts'
import { readAlerts } from './store.ts'

export const alertEndpoints = [
  serve(calls.alerts.list, async (_, { app, language }) =>
    (await readAlerts(app.db)).map(({ key, rule, values, since, told_at }) => ({
      key,
      rule: rule as AlertRule,
      title: fillIn(alertSentences[language].rules[rule as AlertRule].title, JSON.parse(values)),
      since,
      told_at,
    })),
  ),

  serve(calls.alerts.test, async (_, { app }) => {
    const outcomes = await sendTestAlert(app)
    if (outcomes.length === 0) throw consoleError('alerts_go_nowhere')
    return outcomes.map(({ way, error }) => ({ way, error: error?.message.slice(0, 300) ?? '' }))
  }),
]
