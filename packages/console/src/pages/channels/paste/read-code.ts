import { keyOf, type Told } from './read-curl.ts'

/** Endings of names that hold an address, a key or a model, without their separators. */
const NAMES = {
  address: ['baseurl', 'apibase', 'baseuri', 'endpoint', 'apiurl', 'url'],
  key: ['apikey', 'authtoken', 'secretkey', 'token'],
  model: ['model', 'modelid', 'modelname'],
} as const

/** Reads code, JSON or lines of an environment, by the names that texts are given to: `base_url="https://…"`. */
export function readCode(text: string): Told {
  const told: { -readonly [Name in keyof Told]: Told[Name] } = { headers: new Set() }
  for (const { name, value } of assignments(text)) {
    const plain = name.toLowerCase().replaceAll('_', '').replaceAll('-', '')
    const isOf = (kind: keyof typeof NAMES) => NAMES[kind].some(ending => plain.endsWith(ending))
    if (plain.startsWith('anthropic')) told.headers = new Set(['anthropic-version'])
    if (isOf('key')) told.key ??= keyOf(value)
    else if (isOf('address') && URL.canParse(value)) told.address ??= value
    else if (isOf('model') && value !== '') told.model ??= value
  }
  return told
}

const QUOTES = new Set('"\'`')
/** Letters of names. */
const isOfName = (letter: string): boolean => letter === '_' || letter === '-' || isWord(letter.charCodeAt(0))
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Names with the texts after `=` or `:`, in one pass. A value without quotation marks ends with its word. */
function assignments(text: string): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = []
  let name = ''
  let isGiven = false
  let at = 0
  const take = (value: string) => {
    if (isGiven && name !== '') found.push({ name, value })
    name = isGiven ? '' : value
    isGiven = false
  }
  while (at < text.length) {
    const letter = text.charAt(at)
    if (QUOTES.has(letter)) {
      const close = closeOf(text, at)
      if (close > at) take(text.slice(at + 1, close))
      at = close > at ? close + 1 : at + 1
    } else if ((letter === '=' || letter === ':') && name !== '' && !isGiven) {
      isGiven = true
      at += 1
    } else if (isOfName(letter)) {
      let end = at + 1
      while (end < text.length && (isGiven ? !ENDS.has(text.charAt(end)) : isOfName(text.charAt(end)))) end += 1
      const word = text.slice(at, end)
      if (isGiven && isReadElsewhere(word)) name = ''
      else take(word)
      at = end
    } else {
      if (!BLANKS.has(letter) || letter === '\n') {
        name = ''
        isGiven = false
      }
      at += 1
    }
  }
  return found
}

/** Beginnings of values that are read from somewhere else. */
const ELSEWHERE = ['process.', 'os.', 'env.', 'import.meta.', 'Deno.', 'Bun.', 'getenv']

const isReadElsewhere = (word: string): boolean =>
  ELSEWHERE.some(beginning => word.startsWith(beginning)) || word.includes('(')

/** A text longer than this is no value. */
const LONGEST_VALUE = 1_000

/** The place of the closing quotation mark; the place itself: it has none on its line, as an apostrophe. */
function closeOf(text: string, at: number): number {
  const quote = text.charAt(at)
  const last = Math.min(text.length, at + LONGEST_VALUE)
  for (let place = at + 1; place < last && text.charAt(place) !== '\n'; place += 1)
    if (text.charAt(place) === quote) return place
  return at
}

const BLANKS = new Set(' \t\r\n')
const ENDS = new Set(' \t\r\n,;)}]')
