import type { Server, ServerWebSocket } from 'bun'

type Socket = ServerWebSocket<Session>
type Event = Record<string, unknown> & { type?: string }

/** A session, as an upstream keeps it. */
interface Session {
  url: string
  headers: Headers
  responses: number
}

/** An upstream of live sessions that behaves correctly until a test changes it. */
export interface RealtimeUpstream {
  url: string
  /** Every requested session, oldest first. */
  asked: { url: string; headers: Headers }[]
  /** Every received message: text as JSON, bytes as they are. */
  heard: (Event | Uint8Array)[]
  sockets: Set<Socket>
  /** Makes the response that replaces a session. */
  rejection: (() => Response) | null
  /** Its first message; null: none. */
  greeting: object | null
  answer(event: Event, socket: Socket): void | Promise<void>
  stop(): Promise<void>
}

export const say = (socket: Socket, ...events: object[]): void => {
  for (const event of events) socket.send(JSON.stringify(event))
}

/** The usage that a faithful session reports: text and audio, part of it cached. */
export const REPORTED = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    cached_tokens: 70,
    cached_tokens_details: { text_tokens: 64, audio_tokens: 6 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
}

/** This many seconds of silence, encoded as sessions send audio. */
export const silence = (seconds: number): string => Buffer.alloc(seconds * 48_000).toString('base64')

export function beginResponse(socket: Socket): string {
  socket.data.responses += 1
  const id = `resp_${socket.data.responses}`
  say(
    socket,
    { type: 'response.created', event_id: 'e1', response: { id, object: 'realtime.response', status: 'in_progress' } },
    { type: 'response.output_audio.delta', event_id: 'e2', response_id: id, delta: silence(1) },
    { type: 'response.output_audio_transcript.delta', event_id: 'e3', response_id: id, delta: 'The gate is open.' },
  )
  return id
}

export function endResponse(socket: Socket, id: string, response: object = { status: 'completed', usage: REPORTED }) {
  say(socket, { type: 'response.done', event_id: 'e4', response: { id, object: 'realtime.response', ...response } })
}

const faithfully: RealtimeUpstream['answer'] = (event, socket) => {
  if (event.type === 'session.update') say(socket, { type: 'session.updated', session: event.session })
  if (event.type === 'response.create') endResponse(socket, beginResponse(socket))
}

export async function startRealtimeUpstream(): Promise<RealtimeUpstream> {
  const server: Server<Session> = Bun.serve<Session>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const { url, headers } = request
      const { pathname, search } = new URL(url)
      upstream.asked.push({ url: pathname + search, headers })
      if (upstream.rejection) return upstream.rejection()
      const isTaken = server.upgrade(request, { data: { url, headers, responses: 0 } })
      return isTaken ? undefined : new Response('no socket', { status: 400 })
    },
    websocket: {
      backpressureLimit: 0,
      open(socket) {
        upstream.sockets.add(socket)
        if (upstream.greeting) say(socket, upstream.greeting)
      },
      async message(socket, message) {
        const event = typeof message === 'string' ? readEvent(message) : new Uint8Array(message)
        upstream.heard.push(event)
        if (!(event instanceof Uint8Array)) await upstream.answer(event, socket)
      },
      close: socket => void upstream.sockets.delete(socket),
    },
  })
  const upstream: RealtimeUpstream = {
    url: `http://127.0.0.1:${server.port}`,
    asked: [],
    heard: [],
    sockets: new Set(),
    rejection: null,
    greeting: { type: 'session.created', event_id: 'e0', session: { object: 'realtime.session', id: 'sess_1' } },
    answer: faithfully,
    stop: () => server.stop(true),
  }
  return upstream
}

function readEvent(message: string): Event {
  try {
    return JSON.parse(message)
  } catch {
    return { unreadable: message }
  }
}
