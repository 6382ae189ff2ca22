import { Redis } from 'ioredis'
import { COUNTS_SCRIPT, type RunCounts } from './redis-counts.ts'

/** A pair of connections to Redis: one that publishes to a channel, one that is subscribed to it. */
export interface RedisLink {
  /** Hands a message to the connection and does not wait for Redis. */
  send(text: string): void
  /** Runs the script of counts. Rejects when the link is lost. */
  count: RunCounts
  close(): void
}

interface LinkEvents {
  onMessage(text: string): void
  /** Called once, when the link is of no more use: closed, refused, or silent. The link is closed then. */
  onLost(reason: string): void
}

export interface LinkPace {
  beatMs?: number
  openMs?: number
}

/** A Redis that answers none of so many beats in a row is gone or frozen. They are counted, since a node may freeze too. */
const BEATS_MISSED = 3
/** What a Redis that does not answer may keep in this process's memory. */
const MOST_UNANSWERED = 10_000
/** Our script's name in the client, which sends the text of it once. */
const COUNT = 'tollgateCount'

/**
 * Connects and subscribes.
 *
 * @throws when Redis does not answer within `openMs`
 */
export async function openRedisLink(
  url: string,
  channel: string,
  { onMessage, onLost }: LinkEvents,
  { beatMs = 1_000, openMs = 5_000 }: LinkPace = {},
): Promise<RedisLink> {
  // A lost link is replaced as a whole, so the client itself neither reconnects nor repeats.
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
  /** Only this node hears it: it proves the whole way to Redis and back. */
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
      lose('it does not answer')
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

  return { send: text => publish(channel, text), count, close }
}

async function within(limitMs: number, act: () => Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it does not answer')), limitMs)
  await Promise.race([act(), late]).finally(() => clearTimeout(timer))
}
