import { isIP } from 'node:net'

/** What a name stands for. */
export interface NamedAddress {
  address: string
  family: number
}

/**
 * Resolves names by questions of our own. The system's resolver takes a thread of the process for each name it waits for: a
 * few names whose servers are silent stop every other name, and files and password hashes too.
 */
export interface Names {
  /** @throws when the name has no address, or nobody answers within the limit */
  resolve(host: string): Promise<readonly NamedAddress[]>
  /**
   * Waits until the host of an address may be given to what asks the system's resolver; undefined: at once.
   *
   * @throws NameSilent when nobody answers for its name
   */
  ready(url: string): Promise<void> | undefined
}

/** Nobody answered for a name in time. */
export class NameSilent extends Error {
  override name = 'NameSilent'
  readonly code = 'ETIMEOUT'
}

type Ask = (host: string) => Promise<readonly NamedAddress[]>

interface Parts {
  /** Without threads; rejects when nobody answers. */
  ask: Ask
  /** The system's resolver. */
  askSystem: Ask
  limitMs: number
  /** Milliseconds. */
  clock(): number
}

/** Less than the system's answers are kept: what is known here is known there. */
const KNOWN_MS = 25_000
const MOST_KNOWN = 10_000
/** Of the four threads and more that a process has. */
const MOST_STALE = 2

export function makeNames({ ask, askSystem, limitMs, clock }: Parts): Names {
  const known = new Map<string, number>()
  const running = new Map<string, ReturnType<Ask>>()
  const finding = new Map<string, Promise<void>>()
  let isSystemAsked = false

  /** All who want the same name wait for one question. */
  function resolve(host: string): ReturnType<Ask> {
    const asked = running.get(host)
    if (asked) return asked
    const question = within(limitMs, ask(host), host).finally(() => running.delete(host))
    running.set(host, question)
    return question
  }

  /** One name at a time: where our own questions go to servers that are there no more, the system may know the new ones. */
  async function resolveBySystem(host: string): Promise<void> {
    if (isSystemAsked) throw new NameSilent(`nobody answers for ${host}`)
    isSystemAsked = true
    const question = askSystem(host).finally(() => {
      isSystemAsked = false
    })
    await within(limitMs, question, host)
  }

  /** Names that nobody answers for any more, and until when they go on as they were. */
  const stale = new Map<string, number>()

  /** Connections that are open need no name, so what was known goes on: few names, each may hold a thread. */
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
      // A name that is not in the DNS may stand elsewhere; the system tells that without waiting.
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
      // Asked again before it is forgotten, so that no call waits for it.
      if (leftMs < KNOWN_MS / 2 && !finding.has(origin)) find(origin).catch(() => undefined)
      return undefined
    },
  }
}

/** Those of this process. */
export const names: Names = makeNames({
  ask: host => Bun.dns.lookup(host, { backend: 'c-ares' }),
  askSystem: host => Bun.dns.lookup(host, { backend: 'system' }),
  limitMs: 6_000,
  clock: () => performance.now(),
})

const isSilence = (error: unknown): boolean =>
  error instanceof NameSilent || (error instanceof Error && 'code' in error && /ETIMEOUT/.test(String(error.code)))

/** Cheap: every call asks. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('//') + 2)
  return end < 0 ? url : url.slice(0, end)
}

/** An IPv6 address stands in brackets only where a port could follow. */
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
