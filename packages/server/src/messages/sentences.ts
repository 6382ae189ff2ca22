import type { log as logEn } from './en/log.ts'

/** What the log says of what is not a call, by its stable code. */
export type LogCode = keyof typeof logEn
export type LogSentences = Record<LogCode, string>
/** The names a sentence of the log fills in. */
export type LogNames<Code extends LogCode> = NamesIn<(typeof logEn)[Code]>

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A notice as a person reads it. `{{value}}` stands for the values, one after the other. */
interface NoticeText {
  title: string
  content: string
}
export type NoticeSentences = Record<'quotaWarning', NoticeText>
