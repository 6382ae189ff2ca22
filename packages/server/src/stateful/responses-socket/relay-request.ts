import { splitSse } from '@tollgate/gateway'
import { RESPONSES } from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { relay } from '../../relay/relay.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { errorMessage, eventMessage, inLane, type ResponseRecord } from './server-events.ts'

/** A socket's client, from its handshake. */
export interface SocketClient {
  /** Identifies the socket; its calls are `<id>-1`, `<id>-2`, … */
  id: string
  url: string
  /** The client's headers, without those of the handshake. */
  headers: Headers
  clientIp: string
  userId: number
  connection: ClientConnection
}

interface Sending {
  /** The call's id. */
  id: string
  lane: string | null
  record: ResponseRecord
  /** Aborted when the client leaves. */
  signal: AbortSignal
  /** Resolves when the next message may be sent. */
  send(message: string): Promise<void>
}

/** An event may repeat a whole response with its pictures. */
const LONGEST_EVENT_BYTES = 64 * 1024 * 1024

/**
 * Relays a socket's request exactly like a `POST /v1/responses` with that body: as a separate call, admitted, held, settled
 * and logged. Sends its events as messages, and a failure as an error message. Returns the status of the response.
 */
export async function relayRequest(
  { url, headers, clientIp, connection }: SocketClient,
  body: string,
  sending: Sending,
  deps: StatefulDeps,
): Promise<number> {
  const bytes = Buffer.from(body)
  const own = { 'content-type': 'application/json', 'content-length': String(bytes.length), 'x-request-id': sending.id }
  const sent = new Headers({ ...Object.fromEntries(headers), ...own })
  const request = new Request(url, { method: 'POST', headers: sent, body: bytes, signal: sending.signal })
  const response = await relay(newCall(RESPONSES, sent, null, connection), request, () => clientIp, deps)
  if (isEvents(response)) await sendEvents(response.body, sending)
  else await sending.send(inLane(errorMessage(await response.text(), response.status), sending.lane))
  return response.status
}

const isEvents = (response: Response): response is Response & { body: ReadableStream<Uint8Array> } =>
  response.body !== null && (response.headers.get('content-type')?.startsWith('text/event-stream') ?? false)

async function sendEvents(body: ReadableStream<Uint8Array>, { signal, lane, record, send }: Sending): Promise<void> {
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const events = splitSse(LONGEST_EVENT_BYTES)
  try {
    for (let isOver = false; !isOver && !signal.aborted; ) {
      const { value, done } = await reader.read()
      isOver = done
      for (const frame of value ? events.push(value) : events.end()) {
        if (frame.isOversized) throw relayError('upstream_too_large')
        const { data } = frame
        if (data === null || data === END || signal.aborted) continue
        record.note(frame)
        await send(eventMessage({ event: frame.event, data }, lane))
      }
    }
  } catch (error) {
    leave()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Some upstreams end their stream like Chat. */
const END = '[DONE]'
