import { z } from 'zod'
import { call } from '../call.ts'

/** Alerts about the site. */
const SITE_ALERT_RULES = [
  'channel_down',
  'wallet_low',
  'error_rate',
  'books_wrong',
  'job_failed',
  'price_raised',
] as const
/** Alerts a server can raise without its database. */
export const SERVER_ALERT_RULES = [
  'database_away',
  'database_read_only',
  'redis_away',
  'not_ready',
  'node_lost',
  'funds_held',
  'disk_full',
  'own_errors',
] as const
export const ALERT_RULES = [...SITE_ALERT_RULES, ...SERVER_ALERT_RULES] as const
export type SiteAlertRule = (typeof SITE_ALERT_RULES)[number]
export type ServerAlertRule = (typeof SERVER_ALERT_RULES)[number]
export type AlertRule = (typeof ALERT_RULES)[number]

/** A rule, or a current problem it found. Times are unix seconds. */
const alert = z.object({
  key: z.string(),
  rule: z.enum(ALERT_RULES),
  /** A problem, all is well, or the rule is off. */
  state: z.enum(['firing', 'quiet', 'off']),
  /** The problem; empty: there is none. */
  title: z.string(),
  /** The problem in full; without one, the last message sent. Empty: none was ever sent. */
  text: z.string(),
  /** When it began; 0: there is no problem. */
  since: z.number().int(),
  /** When the operator was notified; 0: not yet. */
  told_at: z.number().int(),
})
export type Alert = z.output<typeof alert>

export const alerts = {
  list: call({
    method: 'GET',
    path: '/api/alerts',
    access: 'admin',
    right: 'settings',
    summary: 'Every alert rule, with what is wrong at present and what was told last',
    reply: z.array(alert),
  }),

  test: call({
    method: 'POST',
    path: '/api/alerts/test',
    access: 'root',
    summary: 'Sends a test alert by every way that is set, and says of each why it failed',
    reply: z.array(z.object({ way: z.enum(['webhook', 'email']), error: z.string() })),
  }),
}
