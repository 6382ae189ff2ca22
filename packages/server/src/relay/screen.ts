import { eachText, type WordFinder, wordFinder } from '@tollgate/gateway'
import type { Options } from '../options/index.ts'
import { refuse } from './refusal.ts'

/** Refuses what a request must not say. */
export type Screen = (requestJson: string) => void

/** Looks for the operator's sensitive words in all a request says; encoded media are not searched. */
export function makeScreen(options: Options): Screen {
  let words: readonly string[] = []
  let find: WordFinder = wordFinder(words)

  return requestJson => {
    if (!options.get('CheckSensitiveEnabled') || !options.get('CheckSensitiveOnPromptEnabled')) return
    const listed = options.get('SensitiveWords')
    if (listed !== words) {
      words = listed
      find = wordFinder(listed)
    }
    eachText(requestJson, (text, isName) => {
      if (!isName && find(text) !== null) throw refuse('sensitive_words_detected')
    })
  }
}
