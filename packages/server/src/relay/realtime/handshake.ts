import { relayError } from '../errors/relay-error.ts'
import { callerKey } from '../request/caller-key.ts'

/** What a client says as it asks for a live session. */
export interface Handshake {
  /** Without `sk-`; empty when there is none. */
  key: string
  model: string
  /** The protocol to answer with; null: it offers none we speak. */
  subprotocol: string | null
  /** Its headers, with what browsers can only say as a subprotocol. */
  headers: Headers
}

const PROTOCOL = 'realtime'
/** Browsers set no headers. https://platform.openai.com/docs/guides/realtime-websocket */
const KEY_PREFIX = 'openai-insecure-api-key.'
const BETA_PREFIX = 'openai-beta.realtime-'

/**
 * The key comes in the subprotocol, else in a header as anywhere, else as `?key=`.
 *
 * @throws ApiError when this is no client of WebSockets, or names no model
 */
export function readHandshake(request: Request): Handshake {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw relayError('upgrade_required')
  const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',').map(name => name.trim())
  const said = (prefix: string) => offered.find(name => name.startsWith(prefix))?.slice(prefix.length)
  const headers = new Headers(request.headers)
  const beta = said(BETA_PREFIX)
  if (beta) headers.set('openai-beta', `realtime=${beta}`)

  const query = new URL(request.url).searchParams
  const model = query.get('model') ?? ''
  if (model.trim() === '') throw relayError('model_missing')
  const key = said(KEY_PREFIX) ?? (callerKey(request, 'openai') || (query.get('key') ?? ''))
  return { key: key.replace(/^sk-/, ''), model, subprotocol: offered.includes(PROTOCOL) ? PROTOCOL : null, headers }
}
