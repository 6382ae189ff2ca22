import type { ChannelType } from '@tollgate/contract'
import { readCode } from './read-code.ts'
import { readCurl, type Told } from './read-curl.ts'

/** What a pasted text fills into the form of a channel; what it does not tell stays. */
interface Snippet {
  type?: number
  /** Empty: the type's own address. */
  base_url?: string
  other?: string
  key?: string
  model?: string
  openai_organization?: string
  proxy?: string
}

/** Longer texts are read so far. */
const LONGEST = 65_536
const OPENAI = 1
const AZURE = 3
const CUSTOM = 8
const ANTHROPIC = 14
const GEMINI = 24
const TYPE_OF_CLIENT = { openai: OPENAI, anthropic: ANTHROPIC, gemini: GEMINI }

/** Reads a line of curl, code, or lines of an environment; empty where it tells nothing. */
export function readSnippet(text: string, types: readonly ChannelType[]): Snippet {
  const read = text.slice(0, LONGEST)
  const told = readCurl(read) ?? readCode(read)
  const url = URL.parse(told.address ?? '')
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const { key, model = isWeb ? modelOfPath(url) : undefined, client, organization, proxy } = told
  return {
    // a client without an address calls its provider's own
    ...(isWeb ? placeOf(url, told, types) : client && { type: TYPE_OF_CLIENT[client], base_url: '' }),
    ...(key && { key }),
    ...(model && { model }),
    ...(organization && { openai_organization: organization }),
    ...(proxy && URL.canParse(proxy) && { proxy }),
  }
}

/** The type of an address, by its host or else by what is called there, and what the form needs of it. */
function placeOf(url: URL, told: Told, types: readonly ChannelType[]): Pick<Snippet, 'type' | 'base_url' | 'other'> {
  const known = types.find(type => !type.legacy && URL.parse(type.base_url)?.host === url.host)
  if (known) return { type: known.type, base_url: '' }
  if (url.hostname.endsWith('.openai.azure.com')) {
    const version = url.searchParams.get('api-version')
    return { type: AZURE, base_url: url.origin, ...(version && { other: version }) }
  }
  const version = ['/v1beta', '/v1'].map(part => beforePart(url.pathname, part)).find(path => path !== undefined)
  const base_url = url.origin + (version ?? trimmed(url.pathname))
  if (url.pathname.includes(':generateContent') || told.headers.has('x-goog-api-key') || told.client === 'gemini')
    return { type: GEMINI, base_url }
  if (told.headers.has('anthropic-version') || told.client === 'anthropic') return { type: ANTHROPIC, base_url }
  // A custom channel takes the whole address.
  const isWhole = version === undefined && url.pathname.endsWith('/chat/completions')
  return isWhole ? { type: CUSTOM, base_url: url.origin + url.pathname } : { type: OPENAI, base_url }
}

/** The path before a version, where it is one of its parts; the gateway adds the version itself. */
function beforePart(path: string, part: string): string | undefined {
  const at = `${path}/`.indexOf(`${part}/`)
  return at < 0 ? undefined : path.slice(0, at)
}

const trimmed = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** Gemini's paths name the model: `/v1beta/models/gemini-2.5-pro:generateContent`. */
function modelOfPath(url: URL): string | undefined {
  const at = url.pathname.indexOf('/models/')
  if (at < 0) return undefined
  const [model] = url.pathname.slice(at + '/models/'.length).split(/[:/]/)
  return model || undefined
}
