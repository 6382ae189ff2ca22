import ipaddr from 'ipaddr.js'
import { monotonic } from '../monotonic.ts'

export interface RateLimit {
  attempts: number
  windowSeconds: number
}

/** Counts attempts by key, in memory: each node keeps its own count. */
export interface RateLimiter {
  /** Counts an attempt. Answers how many seconds to wait when there were too many already, else 0. */
  take(key: string, limit: RateLimit): number
  /** Takes an attempt back, such as one that turned out to be honest. */
  giveBack(key: string): void
}

interface Window {
  attempts: number
  endsAt: number
}

/** More keys than this are only seen under attack; then the oldest are forgotten. */
const MAX_KEYS = 100_000

/** @param clock seconds; one that is put back makes nobody wait longer */
export function makeRateLimiter(clock: () => number): RateLimiter {
  const now = monotonic(clock)
  const windows = new Map<string, Window>()

  function windowOf(key: string, { windowSeconds }: RateLimit): Window {
    const running = windows.get(key)
    if (running && running.endsAt > now()) return running
    const fresh = { attempts: 0, endsAt: now() + windowSeconds }
    // Deleted first so that the map stays in the order of beginnings.
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

/** What one client can be counted by: its address, or the network of its IPv6 address, which it holds whole. */
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
