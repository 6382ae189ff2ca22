import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type ChangeEvents, TOPICS, type Topic } from './change-events.ts'
import { StartError } from './environment.ts'

/** Signals that reach every node. */
export interface SharedChangeEvents extends ChangeEvents {
  close(): Promise<void>
}

interface Told {
  node: string
  topic: Topic
  id: number
}

const CHANNEL = 'tollgate:signals'

/**
 * Shares this node's signals with the others over Redis: what one changes, the copies in the memory of all hear of. After
 * a time without Redis, everything counts as changed.
 *
 * @throws StartError when Redis cannot be reached
 */
export async function shareChangeEvents(own: ChangeEvents, redisUrl: string, log: Logger): Promise<SharedChangeEvents> {
  const node = crypto.randomUUID()
  const speaker = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 0, enableOfflineQueue: false })
  const listener = speaker.duplicate()
  const isAway = (err: Error) => log.warn({ err }, 'other nodes are not heard until Redis is back')
  const toAll = (say: (topic: Topic) => Promise<unknown>) => Promise.all(TOPICS.map(say))
  const tell = (topic: Topic, id: number) => speaker.publish(CHANNEL, JSON.stringify({ node, topic, id }))

  for (const client of [speaker, listener]) client.on('error', isAway)
  try {
    await Promise.all([speaker.connect(), listener.connect()])
    await listener.subscribe(CHANNEL)
  } catch (error) {
    speaker.disconnect()
    listener.disconnect()
    throw new StartError(`Redis at ${new URL(redisUrl).host} cannot be reached (${(error as Error).message}).`)
  }

  listener.on('message', (_channel, text) => {
    // Nodes of one version write it, and nobody else.
    const told = JSON.parse(text) as Told
    if (told.node !== node) own.emit(told.topic, told.id).catch(err => log.error({ err }, 'a copy was not renewed'))
  })
  listener.on('ready', () => void toAll(topic => own.emit(topic)).catch(isAway))
  speaker.on('ready', () => void toAll(topic => tell(topic, 0)).catch(isAway))

  return {
    on: own.on,
    async emit(topic, id = 0) {
      // Others hear of it whatever becomes of the copies here.
      await Promise.all([own.emit(topic, id), tell(topic, id).catch(isAway)])
    },
    async close() {
      await Promise.allSettled([speaker.quit(), listener.quit()])
      speaker.disconnect()
      listener.disconnect()
    },
  }
}
