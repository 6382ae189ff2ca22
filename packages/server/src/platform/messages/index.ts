import type { ConsoleLanguage, Language } from '@tollgate/contract'
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

/** The server's sentences, one folder per language; a missing sentence does not compile. */
const own = { zh, en, ru }
/** The console shows these sentences of what is stored, and public feeds have some, in all its languages. */
const shown = { ...own, fr, ja, vi, 'zh-TW': zhTW }

export const mailSentences: Record<Language, MailSentences> = inEach(own, ({ mails }) => mails)
export const noticeSentences: Record<Language, NoticeSentences> = inEach(own, ({ notifications }) => notifications)
export const alertSentences: Record<Language, AlertSentences> = inEach(own, ({ alerts }) => alerts)

export const logSentences: Record<ConsoleLanguage, LogSentences> = inEach(shown, ({ log }) => log)
export const changeWords: Record<ConsoleLanguage, ChangeWords> = inEach(shown, ({ changes }) => changes)
/** Of the public feed of incidents. */
export const incidentSentences: Record<ConsoleLanguage, IncidentSentences> = inEach(shown, ({ incidents }) => incidents)
/** Callers are told them in the server's own languages. */
export const relaySentences: Record<ConsoleLanguage, Record<RelayErrorCode, string>> = inEach(
  shown,
  ({ relay }) => relay,
)
export const taskFailureSentences: Record<ConsoleLanguage, TaskFailureSentences> = inEach(
  shown,
  ({ taskFailures }) => taskFailures,
)

function inEach<Code extends string, Folder, Texts>(
  folders: Record<Code, Folder>,
  textsOf: (folder: Folder) => Texts,
): Record<Code, Texts> {
  // The same keys.
  return Object.fromEntries(
    Object.entries<Folder>(folders).map(([language, folder]) => [language, textsOf(folder)]),
  ) as Record<Code, Texts>
}
