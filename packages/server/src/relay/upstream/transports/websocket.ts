import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SocksProxyAgent } from 'socks-proxy-agent'
// Bun's own implementation of `ws`, which reports refusals and supports proxies.
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

/** Callbacks of an upstream's WebSocket. */
export interface Listener {
  message(message: Message): void
  /** Everything written to it was sent. */
  drained(): void
  /** It has closed. null: normally. */
  gone(failure: ApiError | null): void
}

export interface UpstreamSocket extends End {
  /** Its first message; undefined: it waits for the client's. */
  readonly greeting: Message | undefined
  /** Called once. Messages that arrived before are delivered first. */
  listen(listener: Listener): void
}

interface SocketCall extends Destination {
  channel: OpenChannel
  limits: TimeLimits
  clientSignal: AbortSignal
  watchdog: Watchdog
  /** Called with the head of the upstream's answer to the handshake. */
  answered?(head: { status: number; headers: Headers }): void
}

/** Hosts that send a greeting do so at once; after this time, the host counts as one without. */
const GREETING_PATIENCE_MS = 3_000
/** It is pinged after this long a silence, and given up after as long again. */
const PULSE_MS = 30_000
const LONGEST_ERROR_BYTES = 64 * 1024
const IN_GOOD_ORDER: ReadonlySet<number> = new Set([1000, 1001, 1005])

/**
 * Opens a WebSocket to an upstream and waits for its first message, which is where a host may refuse.
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
    // A paused socket cannot show that it is alive.
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
      // Pongs are read only from here on.
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
      // From here on, a client that leaves closes its own socket.
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
  // The library gives this error no code.
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
    // Use what has arrived so far.
  }
  return { body: Buffer.concat(chunks).subarray(0, most).toString(), isCut: size > most }
}
