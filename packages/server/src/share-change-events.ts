import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type ChangeEvents, TOPICS, type Topic } from './change-events.ts'
import { StartError } from './environment.ts'

/** Change events that reach every node. */
export interface SharedChangeEvents extends ChangeEvents {
  close(): Promise<void>
}

interface Message {
  node: string
  topic: Topic
  id: number
}

const CHANNEL = 'tollgate:signals'

/**
 * Shares this node's change events with the other nodes over Redis, so that their caches reload too. After a time without
 * Redis, everything counts as changed.
 *
 * @throws StartError when Redis cannot be reached
 */
export async function shareChangeEvents(own: ChangeEvents, redisUrl: string, log: Logger): Promise<SharedChangeEvents> {
  const node = crypto.randomUUID()
  const publisher = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false })
  const subscriber = publisher.duplicate()
  const warnThatRedisIsAway = (err: Error) => log.warn({ err }, 'other nodes are not heard until Redis is back')
  const forEveryTopic = (act: (topic: Topic) => Promise<unknown>) => Promise.all(TOPICS.map(act))
  const publish = (topic: Topic, id: number) => publisher.publish(CHANNEL, JSON.stringify({ node, topic, id }))

  for (const client of [publisher, subscriber]) client.on('error', warnThatRedisIsAway)
  try {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(CHANNEL)
  } catch (error) {
    publisher.disconnect()
    subscriber.disconnect()
    throw new StartError(`Redis at ${new URL(redisUrl).host} cannot be reached (${(error as Error).message}).`)
  }

  subscriber.on('message', (_channel, text) => {
    // Only other Tollgate nodes publish here.
    const message = JSON.parse(text) as Message
    if (message.node !== node)
      own.emit(message.topic, message.id).catch(err => log.error({ err }, 'a copy was not renewed'))
  })
  subscriber.on('ready', () => void forEveryTopic(topic => own.emit(topic)).catch(warnThatRedisIsAway))
  publisher.on('ready', () => void forEveryTopic(topic => publish(topic, 0)).catch(warnThatRedisIsAway))

  return {
    on: own.on,
    async emit(topic, id = 0) {
      // Other nodes are notified even when a reload fails here.
      await Promise.all([own.emit(topic, id), publish(topic, id).catch(warnThatRedisIsAway)])
    },
    async close() {
      await Promise.allSettled([publisher.quit(), subscriber.quit()])
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
