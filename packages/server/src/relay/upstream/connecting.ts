import { connect } from 'node:net'
import type { ApiError } from '../../platform/http/api-error.ts'
import { names } from '../../platform/http/resolve-name.ts'
import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import { relayError } from '../call/relay-error.ts'

/** Time limits for resolving an upstream's name and connecting to it. */

interface Patience {
  watchdog: Watchdog
  /** Ends the call. */
  cut(reason: ApiError): void
  /** Aborted when the call is cut off. */
  signal: AbortSignal
  /** The time limit for connecting. */
  seconds: number
}

/**
 * Waits until a host's name is resolved, at most for the connection limit and until the call is cut off. undefined: no wait is
 * needed, as for most calls.
 */
export function nameKnown(url: string, patience: Patience): Promise<void> | undefined {
  const naming = names.ready(url)
  return naming && named(naming, patience)
}

async function named(naming: Promise<void>, { watchdog, cut, signal, seconds }: Patience): Promise<void> {
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
 * `fetch` does not distinguish connecting from waiting. After half the limit without an answer, opens a connection of its own
 * during the other half, to test whether the host, or its proxy, accepts one.
 */
export function watchConnecting(url: string, { watchdog, cut, seconds }: Patience): Watch {
  const halfMs = seconds * 500
  return watchdog.watch(halfMs, () => {
    const { hostname, port, protocol } = new URL(url)
    // A URL has an IPv6 address in brackets; `connect` wants it without.
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
