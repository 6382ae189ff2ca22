import { fillIn } from './fill-in.ts'
import { baseOf, type ConsoleLanguage, type Language } from './languages.ts'
import { reasons as en } from './messages/en/reasons.ts'
import { reasons as ru } from './messages/ru/reasons.ts'
import { reasons as zh } from './messages/zh/reasons.ts'

const sentences: Record<Language, Record<ReasonCode, string>> = { zh, en, ru }

/** Why a value is refused; the sentences are in `messages/`, one folder per language. */
export type ReasonCode = keyof typeof en

export const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(en, text)

export interface Reason {
  code: ReasonCode
  parameters?: Record<string, string | number>
  /** The faulty place inside a JSON value: `vip.1`. */
  at?: string
}

/** Returns a reason's sentence in a language, with its `{names}` filled in, after the place it refers to. */
export function reasonMessage({ code, parameters = {}, at }: Reason, language: ConsoleLanguage): string {
  const text = fillIn(sentences[baseOf(language)][code], parameters)
  return at ? `${at}: ${text}` : text
}
