import { REALTIME } from '../../relay/call/endpoints.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { callerKey } from '../../relay/request/authenticate.ts'

/** A client's request for a live session. */
export interface Handshake {
  /** The key without `sk-`; empty: there is none. */
  key: string
  model: string
  /** The subprotocol to answer with; null: the client offers no supported one. */
  subprotocol: string | null
  /** The client's headers, including the one that browsers can send only as a subprotocol. */
  headers: Headers
}

const PROTOCOL = 'realtime'
/** Browsers cannot set headers. https://platform.openai.com/docs/guides/realtime-websocket */
const KEY_PREFIX = 'openai-insecure-api-key.'
const BETA_PREFIX = 'openai-beta.realtime-'

/**
 * Reads the handshake. The key is in the subprotocol, the usual header or `?key=`, in this order.
 *
 * @throws ApiError if the request is not a WebSocket upgrade or names no model
 */
export function readHandshake(request: Request): Handshake {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw relayError('upgrade_required')
  const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',').map(name => name.trim())
  const offeredValue = (prefix: string) => offered.find(name => name.startsWith(prefix))?.slice(prefix.length)
  const headers = new Headers(request.headers)
  const beta = offeredValue(BETA_PREFIX)
  if (beta) headers.set('openai-beta', `realtime=${beta}`)

  const query = new URL(request.url).searchParams
  const model = query.get('model') ?? ''
  if (model.trim() === '') throw relayError('model_missing')
  const key = offeredValue(KEY_PREFIX) ?? (callerKey(request, REALTIME.errors) || (query.get('key') ?? ''))
  return { key: key.replace(/^sk-/, ''), model, subprotocol: offered.includes(PROTOCOL) ? PROTOCOL : null, headers }
}
