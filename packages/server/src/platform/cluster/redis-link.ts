import { COUNTS_SCRIPT, type RunCounts } from './redis-counts.ts'

/** A pair of connections to Redis: one publishes to a channel, the other subscribes to it. */
export interface RedisLink {
  /** Hands a message to the connection without waiting for Redis. */
  send(text: string): void
  /** Runs the counting script. Rejects when the link is lost. */
  count: RunCounts
  /** What Redis tells of itself: lines of `name:value`. */
  info(): Promise<string>
  close(): void
}

interface LinkEvents {
  onMessage(text: string): void
  /** Called once when the link is lost: closed, refused, or silent. The link is then closed. */
  onLost(reason: string): void
}

export interface LinkPace {
  beatMs?: number
  openMs?: number
}

/**
 * After this many unanswered beats in a row, Redis counts as gone or frozen. Counts beats rather than seconds, because
 * the node may freeze too.
 */
const BEATS_MISSED = 3
/** The most memory a silent Redis may take in this process. */
const MOST_UNANSWERED = 10_000
/** The script's name in the client, which sends its text only once. */
const COUNT = 'tollgateCount'

/**
 * Connects and subscribes.
 * @throws if Redis does not answer within `openMs`
 */
export async function openRedisLink(
  url: string,
  channel: string,
  { onMessage, onLost }: LinkEvents,
  { beatMs = 1_000, openMs = 5_000 }: LinkPace = {},
): Promise<RedisLink> {
  // loaded by those servers only that use it
  const { Redis } = await import('ioredis')
  // The client neither reconnects nor retries, because a lost link is replaced as a whole.
  const publisher = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: openMs,
    disconnectTimeout: 500,
  })
  publisher.defineCommand(COUNT, { lua: COUNTS_SCRIPT })
  const subscriber = publisher.duplicate()
  const clients = [publisher, subscriber]
  /** Only this node receives it: it proves the full path to Redis and back. */
  const echo = `${channel}:${crypto.randomUUID()}`
  let isOpen = true
  let unanswered = 0
  let missed = 0
  let beat: ReturnType<typeof setInterval> | undefined
  let lastError = ''

  function close(): void {
    isOpen = false
    clearInterval(beat)
    for (const client of clients) client.disconnect()
  }

  function lose(reason: string): void {
    if (!isOpen) return
    close()
    onLost(reason)
  }

  function publish(to: string, text: string): void {
    if (unanswered >= MOST_UNANSWERED) {
      lose('it did not answer')
      return
    }
    unanswered += 1
    publisher.publish(to, text).then(
      () => {
        unanswered -= 1
      },
      error => lose((error as Error).message),
    )
  }

  const count: RunCounts = async (keys, given) => {
    if (!isOpen || unanswered >= MOST_UNANSWERED) throw new Error('Redis is away')
    unanswered += 1
    const { [COUNT]: run } = publisher as unknown as Record<typeof COUNT, (...given: unknown[]) => Promise<number[]>>
    try {
      return await run.call(publisher, keys.length, ...keys.map(key => `${channel}:${key}`), ...given)
    } finally {
      unanswered -= 1
    }
  }

  for (const client of clients) {
    client.on('error', error => {
      lastError = error.message
    })
  }
  try {
    await within(openMs, async () => {
      await Promise.all(clients.map(client => client.connect()))
      await subscriber.subscribe(channel, echo)
    })
  } catch (error) {
    close()
    throw new Error(lastError || (error as Error).message)
  }
  for (const client of clients) client.on('close', () => lose(lastError || 'the connection was closed'))
  subscriber.on('message', (to, text) => {
    if (!isOpen) return
    if (to === echo) missed = 0
    else onMessage(text)
  })
  beat = setInterval(() => {
    if (missed >= BEATS_MISSED) {
      lose('it is silent')
      return
    }
    missed += 1
    publish(echo, '')
  }, beatMs)
  beat.unref()

  return { send: text => publish(channel, text), count, info: () => publisher.info(), close }
}

async function within(limitMs: number, act: () => Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it did not answer')), limitMs)
  await Promise.race([act(), late]).finally(() => clearTimeout(timer))
}
