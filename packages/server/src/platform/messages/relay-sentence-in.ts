import { type ConsoleLanguage, fillIn, LANGUAGES } from '@tollgate/contract'
import { relaySentences } from './index.ts'
import { valuesIn } from './values-in.ts'

/**
 * Translates a stored error sentence of the gateway with its filled-in values. Text that does not match the sentence of
 * that code, such as an upstream's own words, stays unchanged.
 */
export function relaySentenceIn(language: ConsoleLanguage, code: string, stored: string): string {
  if (!isRelayCode(code)) return stored
  for (const spoken of LANGUAGES) {
    const values = valuesIn(relaySentences[spoken][code], stored)
    if (values) return fillIn(relaySentences[language][code], values)
  }
  return stored
}

const isRelayCode = (code: string): code is keyof typeof relaySentences.en => Object.hasOwn(relaySentences.en, code)
