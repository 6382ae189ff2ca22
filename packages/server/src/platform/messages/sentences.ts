import type { AlertRule } from '@tollgate/contract'
import type { changes as changesEn } from './en/changes.ts'
import type { incidents as incidentsEn } from './en/incidents.ts'
import type { log as logEn } from './en/log.ts'
import type { taskFailures as taskFailuresEn } from './en/task-failures.ts'

/** Stable codes of log rows that are not calls. */
export type LogCode = keyof typeof logEn
export type LogSentences = Record<LogCode, string>
export type ChangeWords = typeof changesEn
/** The word for a code. */
export type ChangedWord = keyof ChangeWords['words']
/** A field named in the log. */
export type ToldField = keyof ChangeWords['fields']
/** The names of a log sentence's values. */
export type LogNames<Code extends LogCode> = NamesIn<(typeof logEn)[Code]>

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The text of a notification. Each `{{value}}` stands for the next value. */
export interface NoticeText {
  title: string
  content: string
  /** The line with the page's address, which needs the site's address. */
  link: string
}
/** A mail. Each `{name}` stands for a value. */
export interface MailText {
  title: string
  text: string
}
export type MailSentences = Record<
  'code' | 'accountExists' | 'reset' | 'invitation' | 'teamInvitation' | 'test',
  MailText
> & {
  /** Above the link at the end of a message. */
  unsubscribe: string
}
/** The text of an alert when it begins and when it ends. `{name}` stands for a value. */
interface AlertText {
  title: string
  text: string
  over: string
}
export interface AlertSentences {
  test: MailText
  rules: Record<AlertRule, AlertText>
}
export type NoticeSentences = Record<
  | 'quotaWarning'
  | 'planEnded'
  | 'planUnpaid'
  | 'teamWalletLow'
  | 'memberBudget'
  | 'projectBudget'
  | 'channelDisabled'
  | 'channelEnabled'
  | 'channelsTested'
  | 'otherModelServed'
  | 'countsDrift',
  NoticeText
>
export type TaskFailureSentences = Record<keyof typeof taskFailuresEn, string>
export type IncidentSentences = Record<keyof typeof incidentsEn, string>
