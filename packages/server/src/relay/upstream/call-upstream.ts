import { connect } from 'node:net'
import { ApiError } from '../../api-error.ts'
import type { Options } from '../../options/index.ts'
import type { Watchdog } from '../../watchdog.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { relayError } from '../errors/relay-error.ts'
import type { InFlightRegistry } from '../in-flight.ts'
import { connectionError } from './connection-error.ts'
import type { Body } from './strategies/index.ts'
import { send, type TimeLimits } from './transports/index.ts'
import { shareLoop } from './yield-to-event-loop.ts'

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
  /** The next chunk, null at the end. Throws an ApiError when the upstream breaks off or falls silent. */
  read(): Promise<Uint8Array | null>
  /** Ends the call upstream; nothing more will be read. */
  cancel(): void
}

export interface UpstreamCall {
  url: string
  headers: Record<string, string>
  body: Body
  /** Through which it is reached; empty: straight. */
  proxy: string
  limits: TimeLimits
  /** Aborted when the client leaves before its answer began. */
  clientSignal: AbortSignal
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
  const { limits, clientSignal } = call
  const controller = new AbortController()
  let cutOff: ApiError | ClientGone | undefined
  const cut = (reason: ApiError | ClientGone) => {
    cutOff ??= reason
    controller.abort()
  }
  const onClientGone = () => cut(new ClientGone(true))
  if (clientSignal.aborted) throw new ClientGone()
  clientSignal.addEventListener('abort', onClientGone, { once: true })
  const ignoreCutOff = inFlight.whenCutOff(cut)

  const connecting = watchConnecting(call.proxy || call.url, limits.connectSeconds, watchdog, cut)
  const waiting = watchdog.watch(limits.firstByteSeconds * 1000, () =>
    cut(relayError('upstream_first_byte_timeout', { seconds: limits.firstByteSeconds })),
  )
  const release = () => {
    waiting.done()
    clientSignal.removeEventListener('abort', onClientGone)
    ignoreCutOff()
  }

  try {
    const response = await send({ ...call, body: cutting(call.body, cut), signal: controller.signal })
    connecting.done()
    if (call.proxy && response.status === ASKED_BY_PROXIES) {
      controller.abort()
      throw relayError('proxy_refused')
    }
    const reader = response.body?.getReader()
    const share = shareLoop()
    let isFirst = true
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
      async read() {
        await share.before()
        if (left) return nextPiece()
        try {
          const { value, done } = reader ? await reader.read() : { value: undefined, done: true }
          if (isFirst) {
            isFirst = false
            waiting.change(limits.idleSeconds * 1000, () =>
              cut(relayError('upstream_silent', { seconds: limits.idleSeconds })),
            )
          } else waiting.touch()
          left = value ?? null
          if (!done && value) return nextPiece()
        } catch {
          release()
          throw cutOff ?? relayError('upstream_broke_off')
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
    connecting.done()
    release()
    throw cutOff ?? connectionError(error, call.proxy)
  }
}

/** Reading along makes work for every byte; one piece of it is little. */
const LONGEST_PIECE_BYTES = 8 * 1024

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
      cut(relayError('upstream_connect_timeout', { seconds }))
    }
    probe
      .once('connect', () => probe.destroy())
      .once('timeout', fail)
      .once('error', fail)
  })
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 }
