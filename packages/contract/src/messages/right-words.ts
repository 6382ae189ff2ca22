import { baseOf, type ConsoleLanguage, type Language } from '../languages.ts'
import type { Right } from '../rights.ts'
import { rights as en } from './en/rights.ts'
import { rights as ru } from './ru/rights.ts'
import { rights as zh } from './zh/rights.ts'

const words: Record<Language, Record<Right, { name: string; opens: string }>> = { en, ru, zh }

/** The name of a right in forms and refusals, and what it opens. */
export const rightWords = (right: Right, language: ConsoleLanguage): { name: string; opens: string } =>
  words[baseOf(language)][right]
