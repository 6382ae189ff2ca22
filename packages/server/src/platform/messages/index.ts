import type { Language } from '@tollgate/contract'
import { alerts as alertsEn } from './en/alerts.ts'
import { changes as changesEn } from './en/changes.ts'
import { incidents as incidentsEn } from './en/incidents.ts'
import { log as logEn } from './en/log.ts'
import { mails as mailsEn } from './en/mails.ts'
import { notifications as notificationsEn } from './en/notifications.ts'
import { relay as relayEn } from './en/relay.ts'
import { taskFailures as taskFailuresEn } from './en/task-failures.ts'
import type { RelayErrorCode } from './relay-errors.ts'
import { alerts as alertsRu } from './ru/alerts.ts'
import { changes as changesRu } from './ru/changes.ts'
import { incidents as incidentsRu } from './ru/incidents.ts'
import { log as logRu } from './ru/log.ts'
import { mails as mailsRu } from './ru/mails.ts'
import { notifications as notificationsRu } from './ru/notifications.ts'
import { relay as relayRu } from './ru/relay.ts'
import { taskFailures as taskFailuresRu } from './ru/task-failures.ts'
import type {
  AlertSentences,
  ChangeWords,
  IncidentSentences,
  LogSentences,
  MailSentences,
  NoticeSentences,
  TaskFailureSentences,
} from './sentences.ts'
import { alerts as alertsZh } from './zh/alerts.ts'
import { changes as changesZh } from './zh/changes.ts'
import { incidents as incidentsZh } from './zh/incidents.ts'
import { log as logZh } from './zh/log.ts'
import { mails as mailsZh } from './zh/mails.ts'
import { notifications as notificationsZh } from './zh/notifications.ts'
import { relay as relayZh } from './zh/relay.ts'
import { taskFailures as taskFailuresZh } from './zh/task-failures.ts'

export type { ChangedWord, LogCode, LogNames, MailText, ToldField } from './sentences.ts'

/** The server's sentences, one folder per language; a missing sentence does not compile. */
export const logSentences: Record<Language, LogSentences> = { zh: logZh, en: logEn, ru: logRu }
export const changeWords: Record<Language, ChangeWords> = { zh: changesZh, en: changesEn, ru: changesRu }
export const mailSentences: Record<Language, MailSentences> = { zh: mailsZh, en: mailsEn, ru: mailsRu }
export const noticeSentences: Record<Language, NoticeSentences> = {
  zh: notificationsZh,
  en: notificationsEn,
  ru: notificationsRu,
}
export const alertSentences: Record<Language, AlertSentences> = { zh: alertsZh, en: alertsEn, ru: alertsRu }
/** Of the public feed of incidents. */
export const incidentSentences: Record<Language, IncidentSentences> = {
  zh: incidentsZh,
  en: incidentsEn,
  ru: incidentsRu,
}
export const relaySentences: Record<Language, Record<RelayErrorCode, string>> = {
  zh: relayZh,
  en: relayEn,
  ru: relayRu,
}
export const taskFailureSentences: Record<Language, TaskFailureSentences> = {
  zh: taskFailuresZh,
  en: taskFailuresEn,
  ru: taskFailuresRu,
}
