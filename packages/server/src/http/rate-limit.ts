import ipaddr from 'ipaddr.js'
import { monotonic } from '../monotonic.ts'

export interface RateLimit {
  attempts: number
  windowSeconds: number
}

/** Counts attempts by key in memory; each node counts for itself. */
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

/** @param clock seconds; setting it back makes nobody wait longer */
export function makeRateLimiter(clock: () => number): RateLimiter {
  const now = monotonic(clock)
  const windows = new Map<string, Window>()

  function windowOf(key: string, { windowSeconds }: RateLimit): Window {
    const running = windows.get(key)
    if (running && running.endsAt > now()) return running
    const fresh = { attempts: 0, endsAt: now() + windowSeconds }
    // Deleted first so that the map stays ordered by start time.
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > MAX_KEYS) forgetOldest(windows)
    return fresh
  }

  return {
    take(key, limit) {
      const window = windowOf(key, limit)
      if (window.attempts >= limit.attempts) return Math.max(1, window.endsAt - now())
      window.attempts++
      return 0
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window && window.attempts > 0) window.attempts--
    },
  }
}

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
