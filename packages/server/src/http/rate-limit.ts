import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type Bus, noBus } from '../cluster/bus.ts'
import { monotonic } from '../monotonic.ts'

export interface RateLimit {
  attempts: number
  windowSeconds: number
}

/** Counts attempts by key in memory, together with the other nodes on the bus; without one each node counts for itself. */
export interface RateLimiter {
  /** Counts an attempt. Returns 0, or the seconds to wait when there were too many already. */
  take(key: string, limit: RateLimit): number
  /** Takes an attempt back, such as one with the right password. */
  giveBack(key: string): void
}

interface Window {
  attempts: number
  endsAt: number
}

/** More keys than this occur only under attack; then the oldest are dropped. */
const MAX_KEYS = 100_000

const SUBJECT = 'attempt'
const LONGEST_WINDOW_SECONDS = 24 * 3600
/** An attempt on another node; taken back: -1. Its window ends in so many seconds. */
const attempt = z.object({
  key: z.string().length(22),
  count: z.union([z.literal(1), z.literal(-1)]),
  endsIn: z.number().nonnegative().max(LONGEST_WINDOW_SECONDS),
})

/** @param clock seconds; setting it back makes nobody wait longer */
export function makeRateLimiter(clock: () => number, bus: Bus = noBus): RateLimiter {
  const now = monotonic(clock)
  const windows = new Map<string, Window>()

  function windowOf(key: string, windowSeconds: number): Window {
    const running = windows.get(key)
    if (running && running.endsAt > now()) return running
    const fresh = { attempts: 0, endsAt: now() + windowSeconds }
    // Deleted first so that the map stays ordered by start time.
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > MAX_KEYS) forgetOldest(windows)
    return fresh
  }

  function takeBack(key: string): boolean {
    const window = windows.get(key)
    if (!window || window.attempts === 0) return false
    window.attempts--
    return true
  }

  bus.on(SUBJECT, payload => {
    const { data } = attempt.safeParse(payload)
    if (data?.count === 1) windowOf(data.key, data.endsIn).attempts++
    else if (data) takeBack(data.key)
  })

  return {
    take(name, limit) {
      const key = digest(name)
      const window = windowOf(key, limit.windowSeconds)
      const endsIn = window.endsAt - now()
      if (window.attempts >= limit.attempts) return Math.max(1, Math.ceil(endsIn))
      window.attempts++
      bus.publish(SUBJECT, { key, count: 1, endsIn })
      return 0
    },
    giveBack(name) {
      const key = digest(name)
      if (takeBack(key)) bus.publish(SUBJECT, { key, count: -1, endsIn: 0 })
    },
  }
}

/** Keys have names and addresses in them, which strangers make as long as they like and other machines need not read. */
const digest = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22)

/** Returns what a client is counted by: its IPv4 address, or the /64 network of its IPv6 address, which belongs to it. */
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
