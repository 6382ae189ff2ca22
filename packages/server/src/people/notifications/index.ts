import { type ConsoleLanguage, QUOTA_WARNING_INTERVAL_SECONDS } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { EndedTerm } from '../../money/plans/renew.ts'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { noticeSentences } from '../../platform/messages/index.ts'
import type { NoticeSentences, NoticeText } from '../../platform/messages/sentences.ts'
import type { Options } from '../../platform/options/index.ts'
import { inWords } from '../../platform/options/quota-words.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { readSetting, type StoredSetting } from '../users/setting.ts'
import { findRootUser, findUser } from '../users/store.ts'
import { sendWebhook } from './send-webhook.ts'
import { claimNotice, managersOf, type NoticeKind } from './store.ts'

/** The charged user, as far as known without a query. */
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
  /**
   * Tells the super admin what the gateway did automatically, in the way they chose. Returns immediately; errors are
   * only logged.
   */
  tellSuperAdmin(notice: OperatorNotice): void
  /** Tells a user that a plan ended, in the way they chose. Returns immediately; errors are only logged. */
  planEnded(ended: EndedTerm): void
  /** Tells the owner and the administrators of a team, each in the way they chose. Resolves when it is sent; errors are only logged. */
  tellTeam(teamId: number, notice: TeamNotice): Promise<void>
  /** Resolves when all notices are sent or given up. */
  close(): Promise<void>
}

/** A notice to those who manage a team. */
type TeamNotice = Omit<OperatorNotice, 'page'>

/** A notice to the super admin. */
export interface OperatorNotice {
  kind: NoticeKind
  /** The minimum time between two notices of one kind. */
  quietSeconds: number
  text: keyof NoticeSentences
  /** The values of the text, followed by the address of `page`. */
  values(language: ConsoleLanguage): string[]
  page: string
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

export function makeNotifications(deps: Deps): Notifications {
  const { options, changeEvents, log, now } = deps
  /** Avoids queries after a recent warning. */
  const quietUntil = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  // New settings may make a warning possible.
  changeEvents.on('users', id => void (id === 0 ? quietUntil.clear() : quietUntil.delete(id)))

  function send(notice: Promise<void>, complain: (error: unknown) => void): void {
    const sent = notice.catch(complain).finally(() => sending.delete(sent))
    sending.add(sent)
  }

  return {
    afterCharge({ userId, quotaWarningThreshold }, balance) {
      if (balance >= (quotaWarningThreshold ?? options.get('QuotaRemindThreshold'))) return
      if ((quietUntil.get(userId) ?? 0) > now()) return
      quietUntil.set(userId, now() + QUOTA_WARNING_INTERVAL_SECONDS)
      send(warn(deps, userId, balance), error => log.warn({ err: error, userId }, 'a low-quota warning was not sent'))
    },
    tellSuperAdmin(notice) {
      send(tellRoot(deps, notice), error =>
        log.warn({ err: error, kind: notice.kind }, 'a notice to the super admin was not sent'),
      )
    },
    planEnded(ended) {
      send(tellPlanEnded(deps, ended), error =>
        log.warn({ err: error, userId: ended.userId }, 'a notice about an ended plan was not sent'),
      )
    },
    async tellTeam(teamId, notice) {
      const telling = tellManagers(deps, teamId, notice)
      send(telling, error => log.warn({ err: error, teamId }, 'a notice to a team was not sent'))
      await telling.catch(() => undefined)
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
  if (user.is_team === 1) {
    const kind = `team_wallet_${userId}` as const
    const values = () => [user.display_name, inWords(balance, options)]
    const quietSeconds = QUOTA_WARNING_INTERVAL_SECONDS
    return tellManagers(deps, userId, { kind, quietSeconds, text: 'teamWalletLow', values })
  }
  const setting = readSetting(user.setting)
  const kind = 'quota_exceed'
  const send = senderFor(deps, setting, user.email, kind)
  const claim = { userId, kind, now: now(), intervalSeconds: QUOTA_WARNING_INTERVAL_SECONDS } as const
  if (!send || !(await claimNotice(db, claim))) return
  const words = noticeSentences[languageFor(setting, options)].quotaWarning
  await send(noticeOf(words, [inWords(balance, options)], '/topup', options))
}

async function tellPlanEnded(deps: Deps, { userId, plan, reason, price }: EndedTerm): Promise<void> {
  const { db, options } = deps
  const user = await findUser(db, userId)
  if (!user) return
  const setting = readSetting(user.setting)
  const send = senderFor(deps, setting, user.email, 'plan_ended')
  const words = noticeSentences[languageFor(setting, options)]
  const isUnpaid = reason === 'unpaid'
  const values = isUnpaid ? [plan, inWords(price, options)] : [plan]
  await send?.(noticeOf(isUnpaid ? words.planUnpaid : words.planEnded, values, '/topup', options))
}

async function tellManagers(deps: Deps, teamId: number, notice: TeamNotice): Promise<void> {
  for (const manager of await managersOf(deps.db, teamId)) await tell(deps, manager, { ...notice, page: '/team' })
}

async function tellRoot(deps: Deps, notice: OperatorNotice): Promise<void> {
  const root = await findRootUser(deps.db)
  if (root) await tell(deps, root, notice)
}

type Told = Pick<UserRow, 'id' | 'email' | 'setting'>

async function tell(deps: Deps, user: Told, { kind, quietSeconds, text, values, page }: OperatorNotice): Promise<void> {
  const { db, options, now } = deps
  const setting = readSetting(user.setting)
  const send = senderFor(deps, setting, user.email, kind)
  if (!send || !(await claimNotice(db, { userId: user.id, kind, now: now(), intervalSeconds: quietSeconds }))) return
  const language = languageFor(setting, options)
  await send(noticeOf(noticeSentences[language][text], values(language), page, options))
}

/** The language of a user's notices. */
const languageFor = ({ language }: StoredSetting, options: Options): ConsoleLanguage =>
  language ?? options.get('general_setting.fallback_language')

/** A notice ready to be sent: its text, and the values of its `{{value}}`s. */
interface Notice {
  title: string
  content: string
  values: string[]
}

/** On a site without an address it links to no page. */
function noticeOf({ title, content, link }: NoticeText, values: string[], page: string, options: Options): Notice {
  const address = options.get('ServerAddress')
  if (address === '') return { title, content, values }
  return { title, content: `${content}\n${link}`, values: [...values, `${address}${page}`] }
}

type Send = (notice: Notice) => Promise<void>

/** Returns the function that sends notices to this user; null if that is impossible. */
function senderFor(
  { mailer, outbound, secrets, now }: Deps,
  setting: StoredSetting,
  email: string,
  kind: NoticeKind,
): Send | null {
  const { notify_type, webhook_url, webhook_secret = '', notification_email } = setting
  if (notify_type === 'webhook') {
    if (!webhook_url) return null
    return ({ title, content, values }) =>
      sendWebhook(
        outbound,
        { url: webhook_url, secret: secrets.decrypt(webhook_secret) },
        { type: kind, title, content: fillValues(content, values), values, timestamp: now() },
      )
  }
  const to = notification_email || email
  if (to === '' || !mailer.isReady()) return null
  return ({ title, content, values }) => mailer.send({ to, subject: title, text: fillValues(content, values) })
}

/** Replaces each `{{value}}` of a notification's text by the next value. */
function fillValues(content: string, values: readonly string[]): string {
  const left = [...values]
  return content.replaceAll('{{value}}', () => left.shift() ?? '')
}
