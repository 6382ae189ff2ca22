import { eachText } from '../raw/each-text.ts'
import { START, wordAutomaton } from './word-automaton.ts'

/** Finds one of many words in a text. */
export type WordFinder = (text: string) => string | null

/**
 * Searches for all words at once, ignoring case, anywhere in the text. Each letter is read once (Aho and Corasick), so
 * the cost does not grow with the number or length of the words.
 */
export function wordFinder(given: readonly string[]): WordFinder {
  const words = searched(given)
  return words.length <= FEW_WORDS && words.every(word => word.length <= SHORT_WORD)
    ? findOneByOne(words)
    : findAll(words)
}

/** The words as they are searched for: in lower case, none empty. */
export const searched = (given: readonly string[]): string[] =>
  given.map(word => word.trim().toLowerCase()).filter(Boolean)

/** Up to this many words of this length are found faster by the engine's own search, word by word. */
const FEW_WORDS = 4
const SHORT_WORD = 64

function findOneByOne(words: readonly string[]): WordFinder {
  const pattern = inAnyCase(words)
  return given => {
    if (pattern && !pattern.test(given)) return null
    const text = given.toLowerCase()
    return words.find(word => text.includes(word)) ?? null
  }
}

/** Matches every text that may contain a word, because lower-casing is slow; null: lower-case every text. */
function inAnyCase(words: readonly string[]): RegExp | null {
  if (!words.every(word => ASCII.test(word))) return null
  return new RegExp(words.map(word => Array.from(word, inEitherCase).join('')).join('|') || '(?!)')
}

const ASCII = /^[\x20-\x7e]*$/
/** Letters of other alphabets whose lower case is one of these letters. */
const OTHER_CAPITALS: Readonly<Record<string, string>> = { i: '\u0130', k: '\u212a' }

const inEitherCase = (sign: string): string =>
  /[a-z]/.test(sign)
    ? `[${sign}${sign.toUpperCase()}${OTHER_CAPITALS[sign] ?? ''}]`
    : `\\x${sign.charCodeAt(0).toString(16)}`

function findAll(words: readonly string[]): WordFinder {
  const automaton = wordAutomaton(words)
  return given => {
    const text = given.toLowerCase()
    let state = START
    for (let at = 0; at < text.length; at++) {
      state = automaton.step(state, text.charCodeAt(at))
      const length = automaton.wordLength(state)
      if (length > 0) return text.slice(at + 1 - length, at + 1)
    }
    return null
  }
}

/** Returns whether any string value in a JSON text contains a word; member names do not count. */
export function containsWord(json: string, find: WordFinder): boolean {
  // Without escapes, if the whole text contains no word, no string in it does.
  if (json.length <= SHORT_JSON && !json.includes('\\') && find(json) === null) return false
  let isSaid = false
  eachText(json, (text, isName) => {
    isSaid ||= !isName && find(text) !== null
  })
  return isSaid
}

/** Longer strings may be media, which are not searched. */
const SHORT_JSON = 16 * 1024
