import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SocksProxyAgent } from 'socks-proxy-agent'
// The runtime's own under that name: what it refuses is told, and it goes through proxies.
import WebSocket from 'ws'
import type { ApiError } from '../../../platform/http/api-error.ts'
import type { Watchdog } from '../../../platform/process/watchdog.ts'
import { relayError } from '../../call/relay-error.ts'
import type { OpenChannel } from '../../candidates/channel-index.ts'
import { ClientGone } from '../../errors/client-gone.ts'
import { AttemptFailure, upstreamFailure } from '../../errors/upstream-failure.ts'
import { connectionError } from '../connection-error.ts'
import { type End, LONGEST_MESSAGE_BYTES, type Message } from './end.ts'
import type { Destination, TimeLimits } from './transport.ts'

/** What is told of an upstream's socket. */
export interface Listener {
  message(message: Message): void
  /** It has sent what it was given. */
  drained(): void
  /** It is closed: by itself and in good order, or why not. */
  gone(failure: ApiError | null): void
}

export interface UpstreamSocket extends End {
  /** Its first message; undefined: it waits to be spoken to. */
  readonly greeting: Message | undefined
  /** Once; what has come so far comes first. */
  listen(listener: Listener): void
}

interface SocketCall extends Destination {
  channel: OpenChannel
  limits: TimeLimits
  clientSignal: AbortSignal
  watchdog: Watchdog
  /** Told of the head of what the upstream answers to the handshake. */
  answered?(head: { status: number; headers: Headers }): void
}

/** Hosts that greet do so at once; one that does not is taken as it is. */
const GREETING_PATIENCE_MS = 3_000
/** Silence after which it is asked for a sign of life, and once more until it is given up. */
const PULSE_MS = 30_000
const LONGEST_ERROR_BYTES = 64 * 1024
const IN_GOOD_ORDER: ReadonlySet<number> = new Set([1000, 1001, 1005])

/**
 * Opens a socket to an upstream, and waits for its first message: a host that refuses what is asked says so there.
 *
 * @throws AttemptFailure | ClientGone
 */
export function openUpstream(call: SocketCall): Promise<UpstreamSocket> {
  const { url, headers, proxy, channel, limits, clientSignal, watchdog } = call
  const { promise: opened, resolve, reject } = Promise.withResolvers<UpstreamSocket>()
  const socket = new WebSocket(url, {
    headers,
    maxPayload: LONGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(limits.connectSeconds > 0 && { handshakeTimeout: limits.connectSeconds * 1_000 }),
    ...(proxy && wayThrough(proxy)),
  })
  const heard = ({ statusCode = 502, headers: told }: IncomingMessage) =>
    call.answered?.({ status: statusCode, headers: new Headers(flat(told)) })
  socket.on('upgrade', heard)
  const early: Message[] = []
  let listener: Listener | undefined
  let gone: { failure: ApiError | null } | undefined
  let isOpen = false
  let isAlive = true

  const beat = () => {
    // One that is held back is not read either.
    if (!isAlive && !socket.isPaused) return end(relayError('upstream_silent', { seconds: PULSE_MS / 1_000 }))
    isAlive = false
    socket.ping()
    pulse = watchdog.watch(PULSE_MS, beat)
  }
  let pulse = watchdog.watch(0, beat)
  const greeting = watchdog.watch(0, beat)

  function end(failure: ApiError | null): void {
    if (gone) return
    gone = { failure }
    greeting.done()
    pulse.done()
    clientSignal.removeEventListener('abort', leave)
    socket.terminate()
    reject(new AttemptFailure(failure ?? relayError('upstream_broke_off'), null, null))
    listener?.gone(failure)
  }
  function leave(): void {
    reject(new ClientGone())
    end(null)
  }

  socket.on('open', () => {
    isOpen = true
    pulse.change(PULSE_MS, beat)
    greeting.change(GREETING_PATIENCE_MS, () => resolve(upstream))
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data: Buffer, isBinary) => {
    isAlive = true
    const message = isBinary ? data : data.toString()
    if (listener) return listener.message(message)
    early.push(message)
    socket.pause()
    resolve(upstream)
  })
  socket.on('unexpected-response', async (_request, response) => {
    heard(response)
    greeting.change(GREETING_PATIENCE_MS, () => response.destroy())
    const { body, isCut } = await firstOf(response, LONGEST_ERROR_BYTES)
    const { statusCode: status = 502, headers: told } = response
    const [contentType, retryAfter] = [told['content-type'] ?? '', told['retry-after'] ?? null]
    reject(upstreamFailure(channel, { url, status, contentType, body, isCut, retryAfter, isOwn: true }))
    end(null)
  })
  socket.on('error', (error: Error & { code?: string }) => end(isOpen ? breakOf(error) : failureOf(error, call)))
  socket.on('close', code => end(IN_GOOD_ORDER.has(code) ? null : relayError('upstream_broke_off')))
  if (clientSignal.aborted) leave()
  else clientSignal.addEventListener('abort', leave, { once: true })

  const upstream: UpstreamSocket = {
    get greeting() {
      return early[0]
    },
    send: message => socket.send(message, () => listener?.drained()),
    waiting: () => socket.bufferedAmount,
    pause: () => socket.pause(),
    resume() {
      // Its signs of life are only read from here on.
      isAlive = true
      socket.resume()
    },
    close(code, reason) {
      socket.close(code, reason)
      pulse.change(GREETING_PATIENCE_MS, () => end(null))
    },
    listen(to) {
      listener = to
      greeting.done()
      // From here on a client that leaves closes its own socket.
      clientSignal.removeEventListener('abort', leave)
      for (const message of early.splice(0)) to.message(message)
      if (gone) to.gone(gone.failure)
    },
  }
  return opened
}

const flat = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )

const wayThrough = (proxy: string) => (proxy.startsWith('socks') ? { agent: new SocksProxyAgent(proxy) } : { proxy })

function failureOf(error: Error, { limits, proxy }: SocketCall): ApiError {
  // The library gives this one no code.
  const isLate = error.message.includes('handshake has timed out')
  if (isLate) return relayError('upstream_connect_timeout', { seconds: limits.connectSeconds })
  return connectionError(error, proxy)
}

function breakOf({ code }: Error & { code?: string }): ApiError {
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return relayError('upstream_too_large', { limit: '16 MiB' })
  return relayError(code?.startsWith('WS_ERR') ? 'upstream_not_readable' : 'upstream_broke_off')
}

async function firstOf(response: AsyncIterable<Buffer>, most: number) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > most) break
    }
  } catch {
    // What came so far is what there is.
  }
  return { body: Buffer.concat(chunks).subarray(0, most).toString(), isCut: size > most }
}
