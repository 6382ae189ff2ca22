import { isIP } from 'node:net'

/** The addresses of a name. */
export interface NamedAddress {
  address: string
  family: number
}

/**
 * Resolves names with our own DNS queries. The system's resolver blocks one thread for each name, so a few silent name
 * servers would stop every other name, files and password hashes too.
 */
export interface Names {
  /** @throws if the name has no address, or no server answers in time */
  resolve(host: string): Promise<readonly NamedAddress[]>
  /**
   * Waits until a host may be passed to code that uses the system's resolver; undefined: at once.
   * @throws NameSilent if no server answers for the name
   */
  ready(url: string): Promise<void> | undefined
}

/** No server answered for a name in time. */
export class NameSilent extends Error {
  override name = 'NameSilent'
  readonly code = 'ETIMEOUT'
}

type Ask = (host: string) => Promise<readonly NamedAddress[]>

interface Parts {
  /** Uses no threads; rejects if no server answers. */
  ask: Ask
  /** The system's resolver. */
  askSystem: Ask
  limitMs: number
  /** Milliseconds. */
  clock(): number
}

/** Shorter than the system's cache, so a name known here is also known there. */
const KNOWN_MS = 25_000
const MOST_KNOWN = 10_000
/** Fewer than the process's threads, of which there are at least four. */
const MOST_STALE = 2

export function makeNames({ ask, askSystem, limitMs, clock }: Parts): Names {
  const known = new Map<string, number>()
  const running = new Map<string, ReturnType<Ask>>()
  const finding = new Map<string, Promise<void>>()
  let isSystemAsked = false

  /** Concurrent requests for a name share one query. */
  function resolve(host: string): ReturnType<Ask> {
    const asked = running.get(host)
    if (asked) return asked
    const question = within(limitMs, ask(host), host).finally(() => running.delete(host))
    running.set(host, question)
    return question
  }

  /** Asks for one name at a time: the system may know new name servers when ours are gone. */
  async function resolveBySystem(host: string): Promise<void> {
    if (isSystemAsked) throw new NameSilent(`nobody answers for ${host}`)
    isSystemAsked = true
    const question = askSystem(host).finally(() => {
      isSystemAsked = false
    })
    await within(limitMs, question, host)
  }

  /** Names whose servers no longer answer, and until when their last addresses are used. */
  const stale = new Map<string, number>()

  /**
   * Open connections need no name, so the last known addresses stay in use, but only for a few names, because each may
   * block a thread.
   */
  function goesOn(origin: string): boolean {
    const now = clock()
    for (const [other, until] of stale) if (until <= now) stale.delete(other)
    if (!known.has(origin) || (stale.size >= MOST_STALE && !stale.has(origin))) return false
    stale.set(origin, now + KNOWN_MS)
    return true
  }

  async function look(origin: string): Promise<void> {
    const host = hostOf(origin)
    try {
      if (isIP(host) === 0) await resolve(host)
    } catch (error) {
      // A name outside the DNS may be in the hosts file, which the system reads without waiting.
      if (isSilence(error) && !goesOn(origin)) await resolveBySystem(host)
    }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(origin, clock() + KNOWN_MS)
  }

  function find(origin: string): Promise<void> {
    const looking = finding.get(origin) ?? look(origin).finally(() => finding.delete(origin))
    finding.set(origin, looking)
    return looking
  }

  return {
    resolve,
    ready(url) {
      const origin = originOf(url)
      const leftMs = (known.get(origin) ?? 0) - clock()
      if (leftMs <= 0) return find(origin)
      // Refreshed before it expires, so that no call waits for it.
      if (leftMs < KNOWN_MS / 2 && !finding.has(origin)) find(origin).catch(() => undefined)
      return undefined
    },
  }
}

/** The resolver of this process. */
export const names: Names = makeNames({
  ask: host => Bun.dns.lookup(host, { backend: 'c-ares' }),
  askSystem: host => Bun.dns.lookup(host, { backend: 'system' }),
  limitMs: 6_000,
  clock: () => performance.now(),
})

const isSilence = (error: unknown): boolean =>
  error instanceof NameSilent || (error instanceof Error && 'code' in error && /ETIMEOUT/.test(String(error.code)))

/** Must be cheap: every call uses it. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('//') + 2)
  return end < 0 ? url : url.slice(0, end)
}

/** IPv6 addresses have brackets only where a port could follow. */
const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, '')

async function within<Value>(limitMs: number, value: Promise<Value>, host: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NameSilent(`nobody answers for ${host}`)), limitMs)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
