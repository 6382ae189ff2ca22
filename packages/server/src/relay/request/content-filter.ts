import { containsWord, type WordFinder, wordFinder } from '@tollgate/gateway'
import type { Options } from '../../options/index.ts'
import { relayError } from '../errors/relay-error.ts'

/** Refuses requests that contain a forbidden word. */
export interface ContentFilter {
  /** @throws ApiError */
  (request: FilteredRequest): void
  /** The words forbidden now; empty: the filter is off. */
  words(): readonly string[]
}

interface FilteredRequest {
  /** JSON */
  text: string
  /** Undefined: not searched yet. */
  hasForbiddenWords?: boolean | undefined
}

const NONE: readonly string[] = []

/** Searches the text of requests for the operator's sensitive words; encoded media are not searched. */
export function makeContentFilter(options: Options): ContentFilter {
  let words = NONE
  let find: WordFinder = wordFinder(words)

  const configured = () =>
    options.get('CheckSensitiveEnabled') && options.get('CheckSensitiveOnPromptEnabled')
      ? options.get('SensitiveWords')
      : NONE

  function isForbidden(text: string): boolean {
    const listed = configured()
    if (listed.length === 0) return false
    if (listed !== words) {
      words = listed
      find = wordFinder(listed)
    }
    return containsWord(text, find)
  }

  const contentFilter = ({ text, hasForbiddenWords = isForbidden(text) }: FilteredRequest): void => {
    if (hasForbiddenWords) throw relayError('sensitive_words_detected')
  }
  return Object.assign(contentFilter, { words: configured })
}
