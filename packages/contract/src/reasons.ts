import { fillIn } from './fill-in.ts'
import type { ConsoleLanguage } from './languages.ts'
import { reasons } from './messages/en/reasons.ts'
import { messages } from './messages/index.ts'

/** Why a value is refused; the sentences are in `messages/`, one folder per language. */
export type ReasonCode = keyof typeof reasons

export const isReasonCode = (text: string): text is ReasonCode => Object.hasOwn(reasons, text)

export interface Reason {
  code: ReasonCode
  parameters?: Record<string, string | number>
  /** The faulty place inside a JSON value: `vip.1`. */
  at?: string
}

/** Returns a reason's sentence in a language, with its `{names}` filled in, after the place it refers to. */
export const reasonMessage = (reason: Reason, language: ConsoleLanguage): string =>
  fillReason(reason, messages[language].reasons[reason.code])

/** Returns a reason's sentence with its `{names}` filled in, after the place it refers to. */
export function fillReason({ parameters = {}, at }: Reason, sentence: string): string {
  const text = fillIn(sentence, parameters)
  return at ? `${at}: ${text}` : text
}
