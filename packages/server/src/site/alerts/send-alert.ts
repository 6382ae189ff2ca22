import { createHmac } from 'node:crypto'
import { type AlertRule, fillIn } from '@tollgate/contract'
import type { Logger } from 'pino'
import { askProvider } from '../../platform/http/ask-provider.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { alertSentences } from '../../platform/messages/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { AlertRow } from './store.ts'

export interface SendContext {
  options: Options
  mailer: Mailer
  log: Logger
  now(): number
}

export type AlertState = 'firing' | 'recovered'
export type Way = 'webhook' | 'email'

interface Message {
  type: 'alert'
  state: AlertState | 'test'
  rule: AlertRule | ''
  key: string
  title: string
  content: string
  values: Record<string, string | number>
  /** Unix seconds: when it began, and when this was sent. */
  since: number
  timestamp: number
}

/**
 * Notifies the operator in every configured way. One that works is enough; failures of the others are logged.
 * @throws if none works
 */
export async function sendAlert(context: SendContext, row: AlertRow, state: AlertState): Promise<void> {
  const { log, now } = context
  const values = JSON.parse(row.values)
  const rule = row.rule as AlertRule
  const told = titleAndText(context, rule, state, values)
  const message: Message = {
    type: 'alert',
    state,
    rule,
    key: row.key,
    ...told,
    values,
    since: row.since,
    timestamp: now(),
  }
  const outcomes = await sendByAllWays(context, message)
  for (const { way, error } of outcomes)
    if (error) log.warn({ err: error, way, alert: row.key }, 'an alert was not sent')
  if (outcomes.length > 0 && outcomes.every(({ error }) => error)) throw outcomes[0]?.error
}

/** Sends a test message in every configured way. */
export function sendTestAlert(context: SendContext): Promise<Outcome[]> {
  const timestamp = context.now()
  const told = alertSentences[context.options.get('alert_setting.language')].test
  const { title, content } = { title: named(context, told.title), content: told.text }
  return sendByAllWays(context, {
    type: 'alert',
    state: 'test',
    rule: '',
    key: 'test',
    title,
    content,
    values: {},
    since: timestamp,
    timestamp,
  })
}

interface Outcome {
  way: Way
  error: Error | null
}

async function sendByAllWays(context: SendContext, message: Message): Promise<Outcome[]> {
  const { options } = context
  const ways: Record<Way, (() => Promise<void>) | null> = {
    webhook: options.get('alert_setting.webhook_url') ? () => byWebhook(context, message) : null,
    email: options.get('alert_setting.email') ? () => byMail(context, message) : null,
  }
  const outcomes: Outcome[] = []
  // Object.entries loses the key's type.
  for (const [way, send] of Object.entries(ways) as [Way, (() => Promise<void>) | null][])
    if (send) outcomes.push({ way, error: await send().then(() => null, asError) })
  return outcomes
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

async function byWebhook({ options }: SendContext, message: Message): Promise<void> {
  const body = JSON.stringify(message)
  const secret = options.get('alert_setting.webhook_secret')
  const { status } = await askProvider(options.get('alert_setting.webhook_url'), {
    json: body,
    headers: secret ? { 'X-Webhook-Signature': createHmac('sha256', secret).update(body).digest('hex') } : {},
  })
  if (status < 200 || status >= 300) throw new Error(`the webhook answered with status ${status}`)
}

async function byMail({ options, mailer }: SendContext, { title, content }: Message): Promise<void> {
  if (!mailer.isReady()) throw new Error('there is no mail server in the system settings')
  await mailer.send({ to: options.get('alert_setting.email'), subject: title, text: content })
}

function titleAndText(context: SendContext, rule: AlertRule, state: AlertState, values: Message['values']) {
  const { title, text, over } = alertSentences[context.options.get('alert_setting.language')].rules[rule]
  const filled = fillIn(title, values)
  return state === 'firing'
    ? { title: named(context, filled), content: fillIn(text, values) }
    : { title: named(context, `✓ ${filled}`), content: fillIn(over, values) }
}

/** Includes the site's name, for a mailbox that serves several sites. */
const named = ({ options }: SendContext, title: string): string => `${options.get('SystemName')}: ${title}`
