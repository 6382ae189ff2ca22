import { ALERT_RULES, type Alert, type AlertRule, type ConsoleLanguage, fillIn } from '@tollgate/contract'
import { alertSentences } from '../../platform/messages/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Db } from '../../platform/storage/db.ts'
import { type AlertRow, type MessageRow, readAlerts, readMessages } from './store.ts'

/** Every rule with its current problems, one row each, or a row that says all is well. Problems come first. */
export async function listAlerts(db: Db, options: Pick<Options, 'get'>, language: ConsoleLanguage): Promise<Alert[]> {
  const [wrong, messages] = await Promise.all([readAlerts(db), readMessages(db)])
  const { rules } = alertSentences[language]
  const found = (row: AlertRow): Alert => {
    const rule = row.rule as AlertRule // only rules write rows
    const values = JSON.parse(row.values)
    const { title, text } = rules[rule]
    const told = { title: fillIn(title, values), text: fillIn(text, values) }
    return { key: row.key, rule, state: 'firing', ...told, since: row.since, told_at: row.told_at }
  }
  const quiet = (rule: AlertRule): Alert => {
    const last = messages.find(message => message.rule === rule)
    const state = isWatched(rule, options) ? 'quiet' : 'off'
    const text = last ? textOf(last, language) : ''
    return { key: rule, rule, state, title: '', text, since: 0, told_at: last?.told_at ?? 0 }
  }
  const firing = wrong.filter(({ rule }) => ALERT_RULES.includes(rule as AlertRule)).map(found)
  const others = ALERT_RULES.filter(rule => !firing.some(alert => alert.rule === rule))
  return [...firing, ...others.map(quiet)]
}

function textOf({ rule, state, values }: MessageRow, language: ConsoleLanguage): string {
  const { text, over } = alertSentences[language].rules[rule as AlertRule]
  return fillIn(state === 'firing' ? text : over, JSON.parse(values))
}

/** The option that controls a rule: a switch, or a limit that is off at 0. */
const OPTIONS = {
  channel_down: 'alert_setting.channel_down',
  wallet_low: 'alert_setting.wallet_below',
  error_rate: 'alert_setting.error_percent',
  books_wrong: 'alert_setting.books',
  job_failed: 'alert_setting.jobs',
  price_raised: 'alert_setting.prices',
  database_away: 'alert_setting.server',
  database_read_only: 'alert_setting.server',
  redis_away: 'alert_setting.server',
  not_ready: 'alert_setting.server',
  node_lost: 'alert_setting.nodes',
  funds_held: 'alert_setting.nodes',
  disk_full: 'alert_setting.disk_percent',
  own_errors: 'alert_setting.own_error_percent',
} as const satisfies Record<AlertRule, string>

const isWatched = (rule: AlertRule, options: Pick<Options, 'get'>): boolean =>
  options.get('AlertsEnabled') && Boolean(options.get(OPTIONS[rule]))
