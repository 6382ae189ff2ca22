import { saysOneOf, type WordFinder, wordFinder } from '@tollgate/gateway'
import type { Options } from '../../options/index.ts'
import { relayError } from '../errors/relay-error.ts'

/** Refuses what a request must not say. */
export interface ContentFilter {
  /** @throws ApiError */
  (request: Screened): void
  /** What must not be said now. */
  words(): readonly string[]
}

interface Screened {
  /** JSON */
  text: string
  /** Undefined: nobody has looked yet. */
  saysForbidden?: boolean | undefined
}

const NONE: readonly string[] = []

/** Looks for the operator's sensitive words in all a request says; encoded media are not searched. */
export function makeContentFilter(options: Options): ContentFilter {
  let words = NONE
  let find: WordFinder = wordFinder(words)

  const wanted = () =>
    options.get('CheckSensitiveEnabled') && options.get('CheckSensitiveOnPromptEnabled')
      ? options.get('SensitiveWords')
      : NONE

  function isForbidden(text: string): boolean {
    const listed = wanted()
    if (listed.length === 0) return false
    if (listed !== words) {
      words = listed
      find = wordFinder(listed)
    }
    return saysOneOf(text, find)
  }

  const contentFilter = ({ text, saysForbidden = isForbidden(text) }: Screened): void => {
    if (saysForbidden) throw relayError('sensitive_words_detected')
  }
  return Object.assign(contentFilter, { words: wanted })
}
