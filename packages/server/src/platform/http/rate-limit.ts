import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { Bus } from '../cluster/bus.ts'
import { monotonic } from '../process/monotonic.ts'
import type { Secrets } from '../secrets/secrets.ts'

export interface RateLimit {
  attempts: number
  windowSeconds: number
}

/**
 * Counts attempts by key in memory, shared with the other nodes over the bus; without a bus each node counts for
 * itself.
 */
export interface RateLimiter {
  /** Counts an attempt. Returns 0, or the seconds to wait after too many. */
  take(key: string, limit: RateLimit): number
  /** Takes back an attempt, such as one with the correct password. */
  giveBack(key: string): void
}

interface Window {
  /** Attempts have ids, so that each is taken back once however often the message arrives. */
  attempts: Set<string>
  endsAt: number
}

/** More keys than this occur only in an attack; then the oldest are dropped. */
const MAX_KEYS = 100_000

const SUBJECT = 'attempt'
const LONGEST_WINDOW_SECONDS = 24 * 3600
/**
 * An attempt on another node; -1 takes one back. Its window ends in this many seconds. Signed, because others may write
 * to the bus.
 */
const attempt = z.object({
  key: z.string().length(22),
  id: z.string().length(12),
  count: z.union([z.literal(1), z.literal(-1)]),
  endsIn: z.number().nonnegative().max(LONGEST_WINDOW_SECONDS),
  signature: z.string(),
})
type Attempt = Omit<z.output<typeof attempt>, 'signature'>

/** The services that nodes need to count together. */
interface Shared {
  bus: Bus
  secrets: Pick<Secrets, 'fingerprint'>
}

/**
 * @param clock seconds; setting it back makes nobody wait longer
 * @param shared without it the node counts alone
 */
export function makeRateLimiter(clock: () => number, shared?: Shared): RateLimiter {
  const now = monotonic(clock)
  const windows = new Map<string, Window>()

  function windowOf(key: string, windowSeconds: number): Window {
    const running = windows.get(key)
    if (running && running.endsAt > now()) return running
    const fresh = { attempts: new Set<string>(), endsAt: now() + windowSeconds }
    // Deleted first so that the map stays ordered by start time.
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > MAX_KEYS) forgetOldest(windows)
    return fresh
  }

  const publish = (given: Attempt) => shared?.bus.publish(SUBJECT, { ...given, signature: signatureOf(given, shared) })

  shared?.bus.on(SUBJECT, payload => {
    const { data } = attempt.safeParse(payload)
    if (!data || !isEqual(data.signature, signatureOf(data, shared))) return
    if (data.count === 1) windowOf(data.key, data.endsIn).attempts.add(data.id)
    else windows.get(data.key)?.attempts.delete(data.id)
  })

  return {
    take(name, limit) {
      const key = digest(name)
      const window = windowOf(key, limit.windowSeconds)
      const endsIn = window.endsAt - now()
      if (window.attempts.size >= limit.attempts) return Math.max(1, Math.ceil(endsIn))
      const id = randomBytes(9).toString('base64url')
      window.attempts.add(id)
      publish({ key, id, count: 1, endsIn })
      return 0
    },
    giveBack(name) {
      const key = digest(name)
      const attempts = windows.get(key)?.attempts
      const id = [...(attempts ?? [])].at(-1)
      if (id !== undefined && attempts?.delete(id)) publish({ key, id, count: -1, endsIn: 0 })
    },
  }
}

const signatureOf = ({ key, id, count, endsIn }: Attempt, { secrets }: Shared): string =>
  secrets.fingerprint(`attempt ${key} ${id} ${count} ${endsIn}`)

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Keys contain names and addresses, which strangers can make arbitrarily long and other machines need not see. */
const digest = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22)

/**
 * Returns the key by which a client is counted: its IPv4 address, or the /64 network of its IPv6 address, which one
 * client usually owns.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()
}

function forgetOldest(windows: Map<string, Window>): void {
  for (const key of windows.keys()) {
    if (windows.size <= MAX_KEYS / 2) return
    windows.delete(key)
  }
}
