import { keyOf, type Told } from './read-curl.ts'

/** Endings of names that hold an address, a key or a model, without their separators. */
const NAMES = {
  address: ['baseurl', 'apibase', 'baseuri', 'endpoint', 'apiurl', 'url'],
  key: ['apikey', 'authtoken', 'secretkey', 'token'],
  model: ['model', 'modelid', 'modelname'],
  organization: ['organization', 'organisation', 'orgid'],
} as const

/** The clients of providers, by the names that are called. */
const CLIENTS = new Map<string, Told['client']>([
  ['OpenAI', 'openai'],
  ['AsyncOpenAI', 'openai'],
  ['Anthropic', 'anthropic'],
  ['AsyncAnthropic', 'anthropic'],
  ['GoogleGenAI', 'gemini'],
  ['GoogleGenerativeAI', 'gemini'],
  ['genai.Client', 'gemini'],
  ['genai.configure', 'gemini'],
])

/** Reads code, JSON or lines of an environment, by the names that texts are given to: `base_url="https://…"`. */
export function readCode(text: string): Told {
  const told: { -readonly [Name in keyof Told]: Told[Name] } = { headers: new Set() }
  for (const { name, value, isCalled } of assignments(text)) {
    const plain = plainly(name)
    const isOf = (kind: keyof typeof NAMES) => NAMES[kind].some(ending => plain.endsWith(ending))
    if (isCalled)
      told.client ??= CLIENTS.get(name.split('.').at(-1) ?? '') ?? CLIENTS.get(name.split('.').slice(-2).join('.'))
    if (plain.startsWith('anthropic')) told.headers = new Set(['anthropic-version'])
    if (isOf('key')) told.key ??= keyOf(value)
    else if (isOf('address') && URL.canParse(value)) told.address ??= value
    else if (isOf('model') && value !== '') told.model ??= value
    else if (isOf('organization')) told.organization ??= keyOf(value)
  }
  return told
}

const plainly = (name: string): string => name.toLowerCase().replaceAll('_', '').replaceAll('-', '')

const QUOTES = new Set('"\'`')
/** Letters of names: `genai.Client`. */
const isOfName = (letter: string): boolean => '_-.'.includes(letter) || isWord(letter.charCodeAt(0))
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

interface Assignment {
  name: string
  value: string
  /** The name is called: `OpenAI(`. */
  isCalled?: true
}

/** Names with the texts after `=` or `:`, and names that are called, in one pass. A value without quotation marks ends with its word. */
function assignments(text: string): Assignment[] {
  const found: Assignment[] = []
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
      if (text.charAt(end) === '(') {
        found.push({ name: word, value: '', isCalled: true })
        name = ''
        isGiven = false
      } else if (isGiven && isReadElsewhere(word)) name = ''
      else if (!isGiven || !BEFORE_VALUES.has(word)) take(word)
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

const isReadElsewhere = (word: string): boolean => ELSEWHERE.some(beginning => word.startsWith(beginning))

/** Words between a name and its value: `client = new OpenAI(`. */
const BEFORE_VALUES = new Set(['new', 'await'])

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
const ENDS = new Set(' \t\r\n,;()}]')
