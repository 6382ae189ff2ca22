import { type AnswerWords, answerWords, containsWord, type WordFinder, wordFinder } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import { relayError } from '../call/relay-error.ts'

/** Refuses requests that contain a forbidden word, and finds them in answers. */
export interface ContentFilter {
  /** @throws ApiError */
  (request: FilteredRequest): void
  /** The forbidden words; empty: the filter is off. */
  words(): readonly string[]
  /** Finds forbidden words in answers; null: answers are not searched. */
  answers(): AnswerWords | null
}

interface FilteredRequest {
  text: string
  /** Undefined: not searched yet. */
  hasForbiddenWords?: boolean | undefined
}

const NONE: readonly string[] = []

/** Searches the text of requests for the operator's sensitive words; encoded media are not searched. */
export function makeContentFilter(options: Options): ContentFilter {
  let words = NONE
  let find: WordFinder = wordFinder(words)
  let answered = NONE
  let findInAnswers: AnswerWords | null = null

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

  function answers(): AnswerWords | null {
    if (!options.get('CheckSensitiveEnabled') || !options.get('CheckSensitiveOnCompletionEnabled')) return null
    const listed = options.get('SensitiveWords')
    if (listed !== answered) {
      answered = listed
      findInAnswers = answerWords(listed)
    }
    return findInAnswers
  }

  return Object.assign(contentFilter, { words: configured, answers })
}
