import type { ServerWebSocket, WebSocketHandler } from 'bun'
import { type End, LONGEST_MESSAGE_BYTES, type Message } from '../../relay/upstream/transports/end.ts'

/** A live session between a client and an upstream, as the client's socket sees it. */
export interface Session {
  /** The client's socket is open. */
  open(client: End): void
  receive(message: Message): void
  /** The client's socket has sent its backlog. */
  drained(): void
  /** The client's socket is closed. */
  left(): void
}

/** Seconds without a message or a pong after which a client counts as gone; it is pinged before that. */
const IDLE_SECONDS = 120
/** Far more than a session ever buffers, because its pipes pause long before. */
const MOST_WAITING_BYTES = 4 * LONGEST_MESSAGE_BYTES

/** Connects the listener's client sockets to their sessions. */
export const clientSockets: WebSocketHandler<Session> = {
  maxPayloadLength: LONGEST_MESSAGE_BYTES,
  backpressureLimit: MOST_WAITING_BYTES,
  idleTimeout: IDLE_SECONDS,
  open: socket => socket.data.open(endOf(socket)),
  message: (socket, message) => socket.data.receive(message),
  drain: socket => socket.data.drained(),
  close: socket => socket.data.left(),
}

const endOf = (socket: ServerWebSocket<Session>): End => ({
  send: message => void socket.send(message),
  waiting: () => socket.getBufferedAmount(),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  close: (code, reason) => socket.close(code, reason),
})
