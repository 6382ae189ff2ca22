import { until } from './until.ts'

type Event = Record<string, unknown> & { type?: string }

/** Bun's WebSocket has more options than the browser's, whose types apply here too. */
export const RuntimeWebSocket = WebSocket as unknown as new (
  url: string,
  options: Bun.WebSocketOptions,
) => Bun.WebSocket

/** A client of live sessions that records all messages. */
export interface RealtimeClient {
  socket: Bun.WebSocket
  events: Event[]
  /** Binary messages. */
  bytes: Uint8Array[]
  closed: { code: number; reason: string } | null
  say(event: object | string): void
  /** Waits for the `count`-th event of a type. */
  hears(type: string, count?: number): Promise<Event>
  ends(patienceMs?: number): Promise<{ code: number; reason: string }>
}

export function openRealtime(url: string, bearer: string | null, options: Bun.WebSocketOptions = {}): RealtimeClient {
  const headers = { 'accept-language': 'en', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  const socket = new RuntimeWebSocket(url.replace(/^http/, 'ws'), { headers, ...options } as Bun.WebSocketOptions)
  const client: RealtimeClient = {
    socket,
    events: [],
    bytes: [],
    closed: null,
    say: event => socket.send(typeof event === 'string' ? event : JSON.stringify(event)),
    async hears(type, count = 1) {
      const heard = async () => client.events.filter(event => event.type === type)
      const found = await until(heard, events => events.length >= count)
      return found[count - 1] ?? {}
    },
    async ends(patienceMs) {
      const closed = await until(
        async () => client.closed,
        closed => closed !== null,
        patienceMs,
      )
      return closed ?? { code: 0, reason: '' }
    },
  }
  socket.addEventListener('message', ({ data }: MessageEvent<string | Uint8Array>) => {
    if (typeof data !== 'string') client.bytes.push(data)
    else client.events.push(readEvent(data))
  })
  socket.addEventListener('close', ({ code, reason }) => {
    client.closed = { code, reason }
  })
  return client
}

function readEvent(text: string): Event {
  try {
    return JSON.parse(text)
  } catch {
    return { unreadable: text }
  }
}
