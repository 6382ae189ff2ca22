import type { ConsoleLanguage } from '@tollgate/contract'
import * as en from './en/index.ts'
import * as fr from './fr/index.ts'
import * as ja from './ja/index.ts'
import type { RelayErrorCode } from './relay-errors.ts'
import * as ru from './ru/index.ts'
import type {
  AlertSentences,
  ChangeWords,
  IncidentSentences,
  LogSentences,
  MailSentences,
  NoticeSentences,
  TaskFailureSentences,
} from './sentences.ts'
import * as vi from './vi/index.ts'
import * as zh from './zh/index.ts'
import * as zhTW from './zh-TW/index.ts'

export type { ChangedWord, LogCode, LogNames, MailText, ToldField } from './sentences.ts'

interface Folder {
  mails: MailSentences
  notifications: NoticeSentences
  alerts: AlertSentences
  log: LogSentences
  changes: ChangeWords
  incidents: IncidentSentences
  relay: Record<RelayErrorCode, string>
  taskFailures: TaskFailureSentences
}

/** The server's sentences, one folder per language; a missing sentence does not compile. */
const folders: Record<ConsoleLanguage, Folder> = { en, fr, ja, ru, vi, zh, 'zh-TW': zhTW }

export const mailSentences = inEach(({ mails }) => mails)
export const noticeSentences = inEach(({ notifications }) => notifications)
export const alertSentences = inEach(({ alerts }) => alerts)
export const logSentences = inEach(({ log }) => log)
export const changeWords = inEach(({ changes }) => changes)
/** Of the public feed of incidents. */
export const incidentSentences = inEach(({ incidents }) => incidents)
/** Callers are told them in zh, en or ru. */
export const relaySentences = inEach(({ relay }) => relay)
export const taskFailureSentences = inEach(({ taskFailures }) => taskFailures)

function inEach<Texts>(textsOf: (folder: Folder) => Texts): Record<ConsoleLanguage, Texts> {
  // The same keys.
  return Object.fromEntries(Object.entries(folders).map(([language, folder]) => [language, textsOf(folder)])) as Record<
    ConsoleLanguage,
    Texts
  >
}
