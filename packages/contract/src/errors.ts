import type { Language } from './constants.ts'
import type { ErrorCode } from './error-codes.ts'
import { fillIn } from './fill-in.ts'
import { errors as en } from './messages/en/errors.ts'
import { errors as ru } from './messages/ru/errors.ts'
import { errors as zh } from './messages/zh/errors.ts'
import { type Reason, reasonMessage } from './reasons.ts'

const sentences: Record<Language, Record<ErrorCode, string>> = { zh, en, ru }

export type ErrorParameters = Record<string, string | number | Reason>

/** Returns a code's sentence in a language, with its `{names}` and reasons filled in. */
export function errorMessage(code: ErrorCode, language: Language, parameters: ErrorParameters = {}): string {
  const spoken = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? reasonMessage(value, language) : value,
  ])
  return fillIn(sentences[language][code], Object.fromEntries(spoken))
}
