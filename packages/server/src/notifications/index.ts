import { FALLBACK_LANGUAGE, QUOTA_WARNING_INTERVAL_SECONDS } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { ChangeEvents } from '../change-events.ts'
import type { Outbound } from '../http/outbound.ts'
import type { Mailer } from '../mail/mailer.ts'
import { noticeSentences } from '../messages/index.ts'
import type { Options } from '../options/index.ts'
import { inWords } from '../quota-words.ts'
import type { Secrets } from '../secrets.ts'
import type { Db } from '../storage/db.ts'
import { readSetting, type StoredSetting } from '../users/setting.ts'
import { findUser } from '../users/store.ts'
import { fillValues } from './fill-values.ts'
import { sendWebhook } from './send-webhook.ts'
import { claimNotice, type NoticeKind } from './store.ts'

/** The charged user, as far as it is known without a query. */
export interface ChargedUser {
  userId: number
  /** The user's own threshold; null: the option applies. */
  quotaWarningThreshold: number | null
}

export interface Notifications {
  /**
   * Warns a user whose balance fell below their threshold, by mail or webhook, at most once in two hours. Returns
   * immediately; errors are only logged.
   */
  afterCharge(user: ChargedUser, balance: number): void
  /** Resolves when all notices are sent or given up. */
  close(): Promise<void>
}

interface Deps {
  db: Db
  options: Options
  secrets: Secrets
  changeEvents: ChangeEvents
  mailer: Mailer
  outbound: Outbound
  log: Logger
  /** Unix seconds. */
  now(): number
}

const KIND: NoticeKind = 'quota_exceed'

export function makeNotifications(deps: Deps): Notifications {
  const { options, changeEvents, log, now } = deps
  /** Avoids queries while a warning is recent enough. */
  const quietUntil = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  // With new settings it may become possible to send a warning.
  changeEvents.on('users', id => void (id === 0 ? quietUntil.clear() : quietUntil.delete(id)))

  return {
    afterCharge({ userId, quotaWarningThreshold }, balance) {
      if (balance >= (quotaWarningThreshold ?? options.get('QuotaRemindThreshold'))) return
      if ((quietUntil.get(userId) ?? 0) > now()) return
      quietUntil.set(userId, now() + QUOTA_WARNING_INTERVAL_SECONDS)
      const warning = warn(deps, userId, balance)
        .catch(error => log.warn({ err: error, userId }, 'a low-quota warning was not sent'))
        .finally(() => sending.delete(warning))
      sending.add(warning)
    },
    async close() {
      await Promise.all(sending)
    },
  }
}

async function warn(deps: Deps, userId: number, balance: number): Promise<void> {
  const { db, options, now } = deps
  const user = await findUser(db, userId)
  if (!user) return
  const setting = readSetting(user.setting)
  const send = senderFor(deps, setting, user.email)
  const claim = { userId, kind: KIND, now: now(), intervalSeconds: QUOTA_WARNING_INTERVAL_SECONDS }
  if (!send || !(await claimNotice(db, claim))) return
  const words = noticeSentences[setting.language ?? FALLBACK_LANGUAGE].quotaWarning
  await send(words, [inWords(balance, options), `${options.get('ServerAddress')}/topup`])
}

type Send = (words: { title: string; content: string }, values: string[]) => Promise<void>

/** Returns how to send notices to this user; null when that is impossible. */
function senderFor({ mailer, outbound, secrets, now }: Deps, setting: StoredSetting, email: string): Send | null {
  const { notify_type, webhook_url, webhook_secret = '', notification_email } = setting
  if (notify_type === 'webhook') {
    if (!webhook_url) return null
    return ({ title, content }, values) =>
      sendWebhook(
        outbound,
        { url: webhook_url, secret: secrets.decrypt(webhook_secret) },
        { type: KIND, title, content: fillValues(content, values), values, timestamp: now() },
      )
  }
  const to = notification_email || email
  if (to === '' || !mailer.isReady()) return null
  return ({ title, content }, values) => mailer.send({ to, subject: title, text: fillValues(content, values) })
}
