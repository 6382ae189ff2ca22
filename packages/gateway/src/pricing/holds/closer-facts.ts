import type { InputFacts } from '../leaf-facts.ts'
import { TOKENS_OF_WORD } from './known-words.ts'

/**
 * Returns the facts of a JSON text with its known words counted by tokens rather than bytes. They are still an upper
 * bound. Encoded media may look like words, so a request with media is unchanged.
 */
export function closerFacts(facts: InputFacts, text: string): InputFacts {
  if (hasMedia(facts)) return facts
  return { ...facts, textTokens: Math.min(facts.textTokens, facts.textTokens - savedByWords(text) + FRAME_TOKENS) }
}

const hasMedia = ({ images, soundCharacters, fileCharacters }: InputFacts): boolean =>
  images + soundCharacters + fileCharacters > 0

/** A host's count of a text counts as no less than this share of ours. */
const LEAST_SHARE = 0.25
/** A host's count is an estimate: https://platform.claude.com/docs/en/build-with-claude/token-counting */
const COUNT_MARGIN = 1.02

/** Returns the facts of a text by its host's count; null: it has more than text, so no count is an upper bound. */
export function countedFacts(facts: InputFacts, tokens: number): InputFacts | null {
  if (hasMedia(facts) || facts.outside > 0) return null
  const counted = Math.max(tokens * COUNT_MARGIN, facts.textTokens * LEAST_SHARE)
  return { ...facts, textTokens: Math.ceil(Math.min(facts.textTokens, counted)) }
}

/** Tokens that hosts put around each request; otherwise the bytes of member names pay for them. */
const FRAME_TOKENS = 256

const BACKSLASH = 0x5c
const LETTER_U = 0x75

/** How many fewer tokens than bytes its known words have. */
function savedByWords(text: string): number {
  let saved = 0
  let at = 0
  while (at < text.length) {
    const start = at
    let isWord = true
    while (at < text.length) {
      const code = text.charCodeAt(at)
      // Any other escape stands for a character that ends a word.
      const isCoded = code === BACKSLASH && text.charCodeAt(at + 1) === LETTER_U
      if (!isCoded && !isPartOfWord(code)) break
      if (isCoded) isWord = false
      at += isCoded ? CODED_LENGTH : 1
    }
    if (isWord) saved += savedBy(text, start, at)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  }
  return saved
}

/** An escape such as \u00e4. */
const CODED_LENGTH = 6

/** Letters, digits and all characters beyond ASCII, since these may change how adjacent letters are split. */
const isPartOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code >= 0x80

const SHORTEST_WORD = 3
const LONGEST_WORD = 20

function savedBy(text: string, start: number, end: number): number {
  const length = end - start
  if (length < SHORTEST_WORD || length > LONGEST_WORD) return 0
  const word = text.slice(start, end)
  const lower = word[0]?.toLowerCase() + word.slice(1)
  const tokens = TOKENS_OF_WORD.get(lower)
  if (tokens === undefined) return 0
  return Math.max(0, length - tokens - (lower === word ? 0 : 1))
}
