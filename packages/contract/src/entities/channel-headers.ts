import { z } from 'zod'

/** Headers that a channel adds to its calls or replaces, and what their values may stand for. */

const MOST_HEADERS = 32
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/i
/** Printable ASCII, as headers carry it everywhere. */
const VALUE = /^[\x20-\x7e]{1,4096}$/

/** They describe the connection or the body; the gateway writes them itself. */
const OF_THE_GATEWAY: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
])
const OF_THE_CONNECTION = /^(proxy|sec-websocket)-/

/** They carry the client's credential for this gateway, which no upstream may get. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
  'mj-api-secret',
  'cookie',
])

const PLACEHOLDER = /\{(api_key|client_header:([^{}]*))\}/g

/** Returns a value with its placeholders filled in; null: the client did not send a header that the value names. */
export function filledHeader(
  value: string,
  { key, clientHeader }: { key: string; clientHeader(name: string): string | null },
): string | null {
  let isMissing = false
  const filled = value.replace(PLACEHOLDER, (_, what: string, name: string | undefined) => {
    if (what === 'api_key') return key
    const sent = clientHeader(name?.trim() ?? '')
    if (sent === null) isMissing = true
    return sent ?? ''
  })
  return isMissing ? null : filled
}

/** Returns what is wrong with a header's name or value; undefined: nothing. */
export function headerProblem(name: string, value: string): 'name' | 'reserved' | 'value' | 'credential' | undefined {
  const lower = name.toLowerCase()
  if (!NAME.test(name)) return 'name'
  if (OF_THE_GATEWAY.has(lower) || OF_THE_CONNECTION.test(lower)) return 'reserved'
  if (!VALUE.test(value)) return 'value'
  const asked = [...value.matchAll(PLACEHOLDER)].map(([, , header]) => header?.trim().toLowerCase())
  if (asked.some(header => header !== undefined && carriesCredential(header))) return 'credential'
  return asked.some(header => header !== undefined && !NAME.test(header)) ? 'value' : undefined
}

/** A live session's client may send its key as a subprotocol. */
const carriesCredential = (header: string): boolean => CREDENTIALS.has(header) || OF_THE_CONNECTION.test(header)

/** Whether a value contains nothing but placeholders and words of credentials: it is no secret itself. */
export const isPlainHeader = (value: string): boolean => /^(bearer |basic )?$/i.test(value.replace(PLACEHOLDER, ''))

/** By name. `{api_key}` in a value is the channel's key, `{client_header:NAME}` the client's header. */
export const channelHeaders = z
  .record(z.string(), z.string())
  .refine(headers => Object.keys(headers).length <= MOST_HEADERS)
  .refine(headers => Object.entries(headers).every(([name, value]) => headerProblem(name, value) === undefined))
