import { eachText } from '../raw/each-text.ts'
import { START, wordAutomaton } from './word-automaton.ts'

/** Finds one of many words in a text. */
export type WordFinder = (text: string) => string | null

/**
 * Searches for all words at once, in upper and lower case alike, wherever they stand. What it costs does not grow with
 * the number of words, nor with their length: no letter is looked at again (Aho and Corasick).
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

/** So few words of such a length are found sooner by the engine's own search, one after the other. */
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

/** Matches every text that may say one of the words, so that few are put into lower case, which is dear; null: only that tells. */
function inAnyCase(words: readonly string[]): RegExp | null {
  if (!words.every(word => ASCII.test(word))) return null
  return new RegExp(words.map(word => Array.from(word, inEitherCase).join('')).join('|') || '(?!)')
}

const ASCII = /^[\x20-\x7e]*$/
/** The signs of other alphabets that become these letters in lower case. */
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

/** Returns whether any text in a JSON says one of the words; the names of its members do not count. */
export function containsWord(json: string, find: WordFinder): boolean {
  // Where nothing is escaped, what no part of it says none of its texts says.
  if (json.length <= SHORT_JSON && !json.includes('\\') && find(json) === null) return false
  let isSaid = false
  eachText(json, (text, isName) => {
    isSaid ||= !isName && find(text) !== null
  })
  return isSaid
}

/** Longer ones may be media, which are not searched. */
const SHORT_JSON = 16 * 1024
