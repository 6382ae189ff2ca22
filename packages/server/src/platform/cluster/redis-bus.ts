import type { Logger } from 'pino'
import { z } from 'zod'
import { StartError } from '../process/environment.ts'
import type { Bus } from './bus.ts'
import type { RunCounts } from './redis-counts.ts'
import { type LinkPace, openRedisLink, type RedisLink } from './redis-link.ts'

/** Longer messages are not read. */
const LONGEST_MESSAGE = 16_384
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 5_000
/** Sent when a link is back: messages that its node published meanwhile were lost. */
const GAP = 'gap'

const message = z.object({ node: z.string(), subject: z.string(), payload: z.unknown() })

/** The bus, and the counts that use the same connections. */
export interface RedisBus extends Bus {
  count: RunCounts
  isUp(): boolean
  /** Rejects while Redis is away. */
  info(): Promise<string>
}

interface Deps {
  /** Nodes with the same channel hear each other. */
  scope: string
  log: Pick<Logger, 'warn' | 'info' | 'error'>
}

/**
 * The bus over Redis. While Redis is away or silent, messages are dropped; the log says so once, and again when Redis
 * is back. Then every node that was cut off, and every node that missed its messages, learns of the gap.
 * @throws StartError if Redis cannot be reached
 */
export async function openRedisBus(redisUrl: string, { scope, log }: Deps, pace: LinkPace = {}): Promise<RedisBus> {
  const node = crypto.randomUUID()
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  const gapListeners: (() => void)[] = []
  let link: RedisLink | null = null
  let isClosed = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const open = () => openRedisLink(redisUrl, `tollgate:${scope}`, { onMessage: receive, onLost }, pace)

  function receive(text: string): void {
    const read = readMessage(text)
    if (!read || read.node === node) return
    if (read.subject === GAP) tellOfGap()
    for (const listener of listeners.get(read.subject) ?? []) guarded(() => listener(read.payload))
  }

  const tellOfGap = () => gapListeners.forEach(guarded)

  function guarded(listener: () => void): void {
    try {
      listener()
    } catch (err) {
      log.error({ err }, 'a message from another node could not be used')
    }
  }

  function onLost(reason: string): void {
    link = null
    if (isClosed) return
    log.warn({ reason }, 'Redis is away or silent: nodes use the database to learn of changes until it is back')
    reopenIn(FIRST_RETRY_MS)
  }

  function reopenIn(waitMs: number): void {
    retry = setTimeout(async () => {
      try {
        const opened = await open()
        if (isClosed) return opened.close()
        link = opened
        log.info('Redis is back')
        publish(GAP, null)
        tellOfGap()
      } catch {
        if (!isClosed) reopenIn(Math.min(waitMs * 2, LONGEST_RETRY_MS))
      }
    }, waitMs)
    retry.unref()
  }

  function publish(subject: string, payload: unknown): void {
    link?.send(JSON.stringify({ node, subject, payload }))
  }

  try {
    link = await open()
  } catch (error) {
    throw new StartError(`Redis at ${new URL(redisUrl).host} cannot be reached (${(error as Error).message}).`)
  }

  return {
    publish,
    isUp: () => link !== null,
    info: async () => {
      if (!link) throw new Error('Redis is away')
      return link.info()
    },
    count: async (keys, given) => {
      if (!link) throw new Error('Redis is away')
      return link.count(keys, given)
    },
    on(subject, listener) {
      listeners.set(subject, [...(listeners.get(subject) ?? []), listener])
    },
    onGap: listener => void gapListeners.push(listener),
    async close() {
      isClosed = true
      clearTimeout(retry)
      link?.close()
    },
  }
}

/** Parses a message of another node; undefined for anything else. */
function readMessage(text: string): z.output<typeof message> | undefined {
  if (text.length > LONGEST_MESSAGE) return undefined
  try {
    return message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
