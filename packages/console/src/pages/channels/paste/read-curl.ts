import { shellWords } from './shell-words.ts'

/** What a pasted text tells of a call. */
export interface Told {
  /** The address as it stands there. */
  address?: string
  key?: string
  model?: string
  organization?: string
  /** The address that calls go through. */
  proxy?: string
  /** Whose client the code makes. */
  client?: 'openai' | 'anthropic' | 'gemini' | undefined
  /** Names of headers, in lower case. */
  headers: ReadonlySet<string>
}

const HEADER = new Set(['-H', '--header'])
const BODY = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'])
const ADDRESS = new Set(['--url'])
const PROXY = new Set(['-x', '--proxy'])
/** Other options whose next word is theirs. */
const WITH_VALUE = new Set([
  '-X',
  '--request',
  '-o',
  '--output',
  '-u',
  '--user',
  '-A',
  '--user-agent',
  '-m',
  '--max-time',
  '-b',
  '--cookie',
  '-F',
  '--form',
  '-e',
  '--referer',
  '--connect-timeout',
])

/** Reads a line of curl; undefined: it is none. */
export function readCurl(text: string): Told | undefined {
  const words = shellWords(text)
  const start = words.findIndex(word => word === 'curl' || word === 'curl.exe')
  if (start < 0 || start > 1) return undefined
  const headers = new Map<string, string>()
  let address: string | undefined
  let proxy: string | undefined
  let body = ''
  for (let at = start + 1; at < words.length; at += 1) {
    const { option, value, isApart } = optionOf(words[at] ?? '', words[at + 1])
    if (isApart) at += 1
    if (HEADER.has(option)) {
      const colon = value.indexOf(':')
      headers.set(value.slice(0, Math.max(0, colon)).trim().toLowerCase(), value.slice(colon + 1).trim())
    } else if (BODY.has(option)) body ||= value
    else if (PROXY.has(option)) proxy ||= value
    else if (ADDRESS.has(option) || option === '') address ||= value
  }
  return {
    address,
    key: keyIn(headers, address),
    model: modelIn(body),
    organization: headers.get('openai-organization'),
    proxy: proxy && proxyOf(proxy),
    headers: new Set(headers.keys()),
  }
}

/** curl takes an address without a scheme for HTTP. */
const proxyOf = (address: string): string => (address.includes('://') ? address : `http://${address}`)

/** `-H`, its value as the next word or behind it: `-H 'a: b'`, `-H'a: b'`, `--header=a: b`. */
function optionOf(word: string, next: string | undefined): { option: string; value: string; isApart: boolean } {
  if (!word.startsWith('-') || word === '-') return { option: '', value: word, isApart: false }
  const takes = (option: string) => [HEADER, BODY, ADDRESS, PROXY, WITH_VALUE].some(options => options.has(option))
  if (takes(word)) return { option: word, value: next ?? '', isApart: true }
  const short = word.slice(0, 2)
  if (!word.startsWith('--') && takes(short)) return { option: short, value: word.slice(2), isApart: false }
  const equals = word.indexOf('=')
  const long = word.slice(0, Math.max(0, equals))
  if (takes(long)) return { option: long, value: word.slice(equals + 1), isApart: false }
  return { option: word, value: '', isApart: false }
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

function keyIn(headers: ReadonlyMap<string, string>, address = ''): string | undefined {
  const found = KEY_HEADERS.map(name => headers.get(name)).find(Boolean) ?? URL.parse(address)?.searchParams.get('key')
  return keyOf(found ?? '')
}

/** A key without its scheme; undefined: none, or a placeholder or variable stands in its place. */
export function keyOf(text: string): string | undefined {
  const space = text.indexOf(' ')
  const isBearer = text.slice(0, Math.max(0, space)).toLowerCase() === 'bearer'
  const key = (isBearer ? text.slice(space + 1) : text).trim()
  const isPlaceholder = key === '' || '$<{%['.includes(key.charAt(0)) || key.includes(' ') || key.includes('...')
  return isPlaceholder || STAND_INS.has(key.toLowerCase().replaceAll('-', '_')) ? undefined : key
}

const STAND_INS = new Set([
  'your_api_key',
  'api_key',
  'your_key',
  'your_token',
  'token',
  'sk_xxx',
  'sk_your_key',
  'your_api_key_here',
])

function modelIn(body: string): string | undefined {
  try {
    const { model } = JSON.parse(body) as { model?: unknown }
    return typeof model === 'string' && model !== '' ? model : undefined
  } catch {
    return undefined
  }
}
