import type { ErrorCode } from './error-codes.ts'
import { fillIn } from './fill-in.ts'
import { baseOf, type ConsoleLanguage, type Language } from './languages.ts'
import { errors as en } from './messages/en/errors.ts'
import { fields as fieldsEn } from './messages/en/fields.ts'
import { rightWords } from './messages/right-words.ts'
import { errors as ru } from './messages/ru/errors.ts'
import { fields as fieldsRu } from './messages/ru/fields.ts'
import { errors as zh } from './messages/zh/errors.ts'
import { fields as fieldsZh } from './messages/zh/fields.ts'
import { type Reason, reasonMessage } from './reasons.ts'
import { isRight, type Right } from './rights.ts'

const sentences: Record<Language, Record<ErrorCode, string>> = { zh, en, ru }
const fieldNames: Record<Language, Record<string, string>> = { zh: fieldsZh, en: fieldsEn, ru: fieldsRu }

export type ErrorParameters = Record<string, string | number | Reason>

/** Returns a code's sentence in a language, with its `{names}` and reasons filled in. */
export function errorMessage(code: ErrorCode, language: ConsoleLanguage, parameters: ErrorParameters = {}): string {
  const spoken = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? reasonMessage(value, language) : named(name, value, language),
  ])
  return fillIn(sentences[baseOf(language)][code], Object.fromEntries(spoken))
}

function named(name: string, value: string | number, language: ConsoleLanguage): string | number {
  if (name === 'field') return fieldName(value, language)
  return name === 'right' && isRight(String(value)) ? rightWords(String(value) as Right, language).name : value
}

/** A field's name in forms, in a language; the API's name if forms show none. */
const fieldName = (field: string | number, language: ConsoleLanguage): string => {
  const names = fieldNames[baseOf(language)]
  return (Object.hasOwn(names, field) ? names[field] : undefined) ?? String(field)
}
