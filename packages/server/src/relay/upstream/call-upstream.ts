import { connect } from 'node:net'
import type { PollCall, StopCall } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { names } from '../../platform/http/resolve-name.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import { shareLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import { relayError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import type { Body } from './body.ts'
import { connectionError } from './connection-error.ts'
import { send, type TimeLimits } from './transports/index.ts'

export type { TimeLimits } from './transports/index.ts'

export function timeLimits(options: Options): TimeLimits {
  return {
    connectSeconds: options.get('relay_setting.connect_timeout_seconds'),
    firstByteSeconds: options.get('relay_setting.first_byte_timeout_seconds'),
    idleSeconds: options.get('relay_setting.idle_timeout_seconds'),
  }
}

/** An upstream's answer, its body still to be read. */
export interface UpstreamAnswer {
  status: number
  headers: Headers
  /** The bytes announced, where they are so few that `readAtOnce` costs less than chunks; null: read in chunks. */
  shortBytes: number | null
  /** All of a short body. Throws as `read` does, when it is not complete within the limit for silence. */
  readAtOnce(): Promise<Uint8Array>
  /** The next chunk, null at the end. Throws an ApiError when the upstream breaks off or falls silent. */
  read(): Promise<Uint8Array | null>
  /** Ends the call upstream; nothing more will be read. */
  cancel(): void
}

/** A response that is read in chunks. */
export type UpstreamChunks = Pick<UpstreamAnswer, 'read' | 'cancel'>

export interface UpstreamCall {
  url: string
  headers: Record<string, string>
  /** Absent: `POST`, which alone has a body. */
  method?: 'GET' | 'DELETE' | undefined
  body: Body
  /** How the upstream is told to stop, where that takes more than to hang up. */
  stop?: ((heard: string) => StopCall | null) | undefined
  /** Where the answer of a task is asked for, where answers may be tasks. */
  poll?: ((body: string) => PollCall | null) | undefined
  /** Through which it is reached; empty: straight. */
  proxy: string
  limits: TimeLimits
  /** The client it is for. */
  receiver: {
    /** Aborted when the client leaves: the call is then cut off. */
    signal: AbortSignal
    /** How much later, in milliseconds, where the answer is read on for its usage. */
    readOnMs(): number
  }
}

/**
 * Sends a call upstream and waits for the head of the answer. Redirects are not followed: they would carry the key along.
 *
 * @throws ApiError | ClientGone
 */
export async function callUpstream(
  call: UpstreamCall,
  { watchdog, inFlight }: { watchdog: Watchdog; inFlight: InFlightRegistry },
): Promise<UpstreamAnswer> {
  const { url, headers, method, body, stop, poll, proxy, limits, receiver } = call
  const controller = new AbortController()
  let cutOff: ApiError | ClientGone | undefined
  const cut = (reason: ApiError | ClientGone) => {
    cutOff ??= reason
    controller.abort()
  }
  const leave = () => cut(new ClientGone(true))
  let leaving: NodeJS.Timeout | undefined
  /** A response may be read on for its usage after its client has left. */
  const onClientGone = () => {
    const delayMs = receiver.readOnMs()
    if (delayMs === 0) leave()
    else leaving = setTimeout(leave, delayMs).unref()
  }
  if (receiver.signal.aborted) throw new ClientGone()
  receiver.signal.addEventListener('abort', onClientGone)
  const ignoreCutOff = inFlight.whenCutOff(cut)

  let connecting: Watch | undefined
  const waiting = watchdog.watch(limits.firstByteSeconds * 1000, () =>
    cut(relayError('upstream_first_byte_timeout', { seconds: limits.firstByteSeconds })),
  )
  const release = () => {
    waiting.done()
    receiver.signal.removeEventListener('abort', onClientGone)
    clearTimeout(leaving)
    ignoreCutOff()
  }

  try {
    const naming = names.ready(proxy || url)
    if (naming) await named(naming, limits.connectSeconds, { watchdog, cut, signal: controller.signal })
    connecting = watchConnecting(proxy || url, limits.connectSeconds, watchdog, cut)
    const response = await send({
      url,
      headers,
      method,
      body: cutting(body, cut),
      stop,
      poll,
      proxy,
      signal: controller.signal,
    })
    connecting.done()
    if (proxy && response.status === ASKED_BY_PROXIES) {
      controller.abort()
      throw relayError('proxy_refused')
    }
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
    const share = shareLoop()
    let isFirst = true
    const limitSilence = () =>
      waiting.change(limits.idleSeconds * 1000, () =>
        cut(relayError('upstream_silent', { seconds: limits.idleSeconds })),
      )
    const broken = () => {
      release()
      return cutOff ?? relayError('upstream_broke_off')
    }
    let left: Uint8Array | null = null
    /** Of what is at hand. */
    const nextPiece = (): Uint8Array | null => {
      const piece = left?.subarray(0, LONGEST_PIECE_BYTES) ?? null
      left = left && left.length > LONGEST_PIECE_BYTES ? left.subarray(LONGEST_PIECE_BYTES) : null
      share.begins()
      return piece
    }
    return {
      status: response.status,
      headers: response.headers,
      shortBytes: shortBytesOf(response.headers),
      async readAtOnce() {
        limitSilence()
        try {
          const bytes = await response.bytes()
          release()
          return bytes
        } catch {
          throw broken()
        }
      },
      async read() {
        const pause = share.before()
        if (pause) await pause
        if (left) return nextPiece()
        try {
          reader ??= response.body?.getReader()
          const { value, done } = reader ? await reader.read() : { value: undefined, done: true }
          if (isFirst) {
            isFirst = false
            limitSilence()
          } else waiting.touch()
          left = value ?? null
          if (!done && value) return nextPiece()
        } catch {
          throw broken()
        }
        release()
        return null
      },
      cancel() {
        release()
        controller.abort()
      },
    }
  } catch (error) {
    connecting?.done()
    release()
    throw cutOff ?? connectionError(error, proxy)
  }
}

/** Reading along makes work for every byte; one piece of it is little. */
const LONGEST_PIECE_BYTES = 8 * 1024

/** Up to here a body that announces its length is read in one go. */
const MOST_SHORT_BYTES = 64 * 1024

function shortBytesOf(headers: Headers): number | null {
  const announced = headers.get('content-length')
  // What is compressed may come to much more than it announces.
  if (announced === null || headers.has('content-encoding')) return null
  const bytes = Number(announced)
  return bytes <= MOST_SHORT_BYTES ? bytes : null
}

/** Proxy Authentication Required: no upstream's word. */
const ASKED_BY_PROXIES = 407

/** A body that passes may turn out not to be what it should: then the call ends for that reason. */
function cutting(body: Body, cut: (reason: ApiError) => void): Body {
  if (typeof body === 'string') return body
  return (async function* () {
    try {
      yield* body
    } catch (error) {
      if (error instanceof ApiError) cut(error)
      throw error
    }
  })()
}

interface Patience {
  watchdog: Watchdog
  cut(reason: ApiError): void
  signal: AbortSignal
}

/** Waits for a name to be found, no longer than for a connection, and not at all for a call that is cut off. */
async function named(naming: Promise<void>, seconds: number, { watchdog, cut, signal }: Patience): Promise<void> {
  const patience = watchdog.watch(seconds * 1000, () => cut(unconnected(seconds)))
  const { promise: cutOff, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([naming, cutOff])
  } finally {
    patience.done()
    signal.removeEventListener('abort', stop)
  }
}

/**
 * `fetch` does not tell connecting from waiting. When half the limit passes without an answer, a connection of our own
 * finds out in the other half whether the address, or the proxy before it, takes any.
 */
function watchConnecting(url: string, seconds: number, watchdog: Watchdog, cut: (reason: ApiError) => void) {
  const halfMs = seconds * 500
  return watchdog.watch(halfMs, () => {
    const { hostname, port, protocol } = new URL(url)
    // An IPv6 address stands in brackets only where a port could follow.
    const probe = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (DEFAULT_PORTS[protocol] ?? 80),
      timeout: halfMs,
    })
    const fail = () => {
      probe.destroy()
      cut(unconnected(seconds))
    }
    probe
      .once('connect', () => probe.destroy())
      .once('timeout', fail)
      .once('error', fail)
  })
}

function unconnected(seconds: number): ApiError {
  const failure = relayError('upstream_connect_timeout', { seconds })
  failure.isUnsent = true
  return failure
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'wss:': 443,
  'socks5:': 1080,
  'socks5h:': 1080,
}
