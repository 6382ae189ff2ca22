import type { Logger } from 'pino'
import { isInRanges, type parseRanges } from '../http/client-ip.ts'
import { networkOf } from '../http/rate-limit.ts'
import type { Options } from '../options/index.ts'
import { addressLimit, connectionLimit, descriptorLimit } from './limit.ts'
import { type Connection, pickSurplus } from './pick-surplus.ts'
import { type OpenSocket, type Peer, peerKey, type Sockets } from './sockets.ts'

interface Guarded {
  sockets: Sockets
  options: Options
  trustedProxies: ReturnType<typeof parseRanges>
  /** The addresses and ports of clients with admitted calls. */
  busyPeers(): Iterable<Peer>
  /** How many processes share the port; each guards the connections it accepted. */
  workers: number
  log: Logger
}

const CALM_MS = 1_000
const PRESSED_MS = 100
/** Above this share of the descriptors even new connections are closed, to keep room for others. */
const UTMOST_SHARE = 0.75

/**
 * Closes connections above the operator's limits. Checks every second, and more often while there are some to close.
 */
export function guardConnections({ sockets, options, trustedProxies, busyPeers, workers, log }: Guarded): {
  stop(): void
} {
  /** When each open connection was first seen; kept only while there are many. */
  let seen = new Map<string, number>()
  let hasWarned = false

  function sweep(): boolean {
    const perNetwork = addressLimit(options, workers)
    const total = connectionLimit(options, workers)
    // The usual case.
    if (!sockets.mayExceed(Math.min(total, perNetwork || total))) {
      seen = new Map()
      return false
    }
    const now = performance.now()
    const busy = new Set(Array.from(busyPeers(), peerKey))
    const connections = sockets.list().map((socket): OpenSocket & Connection => {
      const isTrusted = isInRanges(socket.address, trustedProxies)
      return {
        ...socket,
        network: isTrusted ? null : networkOf(socket.address),
        isBusy: busy.has(peerKey(socket)),
        seenAt: seen.get(peerKey(socket)) ?? now,
      }
    })
    seen = new Map(connections.map(connection => [peerKey(connection), connection.seenAt]))
    const limits = { perNetwork, total, utmost: Math.max(total, Math.floor(descriptorLimit * UTMOST_SHARE)) }
    const surplus = pickSurplus(connections, limits, now)
    for (const { descriptor } of surplus) sockets.shut(descriptor)
    if (surplus.length > 0 && !hasWarned) {
      hasWarned = true
      log.warn(
        { closed: surplus.length, open: connections.length },
        'there are too many connections, so the oldest idle ones are closed; is a proxy missing from TRUSTED_PROXIES?',
      )
    }
    // Connections that are still too new to be closed may be soon.
    return pickSurplus(connections, limits, Number.POSITIVE_INFINITY).length > 0
  }

  let timer = setTimeout(look, CALM_MS)
  function look(): void {
    let isPressed = true
    try {
      isPressed = sweep()
    } catch (error) {
      log.error({ err: error }, 'the connections could not be checked')
    }
    if (!isPressed) hasWarned = false
    timer = setTimeout(look, isPressed ? PRESSED_MS : CALM_MS)
  }
  return { stop: () => clearTimeout(timer) }
}
