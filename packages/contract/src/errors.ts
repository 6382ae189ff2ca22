import type { ErrorCode } from './error-codes.ts'
import { fillIn } from './fill-in.ts'
import type { ConsoleLanguage } from './languages.ts'
import { messages } from './messages/index.ts'
import { type Reason, reasonMessage } from './reasons.ts'
import { isRight } from './rights.ts'

export type ErrorParameters = Record<string, string | number | Reason>

/** Returns a code's sentence in a language, with its `{names}` and reasons filled in. */
export function errorMessage(code: ErrorCode, language: ConsoleLanguage, parameters: ErrorParameters = {}): string {
  const spoken = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? reasonMessage(value, language) : named(name, value, language),
  ])
  return fillIn(messages[language].errors[code], Object.fromEntries(spoken))
}

function named(name: string, value: string | number, language: ConsoleLanguage): string | number {
  if (name === 'field') return fieldName(value, language)
  const right = String(value)
  return name === 'right' && isRight(right) ? messages[language].rights[right].name : value
}

/** A field's name in forms, in a language; the API's name if forms show none. */
const fieldName = (field: string | number, language: ConsoleLanguage): string => {
  const names: Record<string, string> = messages[language].fields
  return (Object.hasOwn(names, field) ? names[field] : undefined) ?? String(field)
}
