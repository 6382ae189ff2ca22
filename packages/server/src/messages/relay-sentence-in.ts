import { fillIn, LANGUAGES, type Language } from '@tollgate/contract'
import { relaySentences } from './index.ts'

/**
 * Returns a stored sentence of the gateway's own error in a language, with what was filled in. What does not read like a
 * sentence of that code, such as an upstream's own words, stays as it is.
 */
export function relaySentenceIn(language: Language, code: string, stored: string): string {
  if (!isRelayCode(code)) return stored
  for (const spoken of LANGUAGES) {
    const values = valuesIn(relaySentences[spoken][code], stored)
    if (values) return fillIn(relaySentences[language][code], values)
  }
  return stored
}

const isRelayCode = (code: string): code is keyof typeof relaySentences.en => Object.hasOwn(relaySentences.en, code)

const NAME = /\{(\w+)\}/

/** Returns what stands in the places of a sentence's names; undefined: the text is another sentence. */
function valuesIn(sentence: string, text: string): Record<string, string> | undefined {
  const [start = '', ...parts] = sentence.split(NAME)
  if (!text.startsWith(start)) return undefined
  const values: Record<string, string> = {}
  let at = start.length
  for (let part = 0; part < parts.length; part += 2) {
    const [name = '', words = ''] = parts.slice(part, part + 2)
    const isLast = part + 2 === parts.length
    const end = isLast ? text.length - words.length : text.indexOf(words, at)
    if (end < at || !text.startsWith(words, end)) return undefined
    values[name] = text.slice(at, end)
    at = end + words.length
  }
  return at === text.length ? values : undefined
}
