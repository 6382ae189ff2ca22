import { z } from 'zod'
import { type Bus, noBus } from '../../../platform/cluster/bus.ts'

/** Where a conversation was answered last. */
export interface ConversationPlace {
  channelId: number
  /** The key, if the channel has several. */
  keyId?: string | undefined
}

/**
 * Remembers which channel and key answered each conversation last, so that the next call finds its prompt in the upstream's
 * cache. Conversations are kept separately for each user.
 */
export interface Affinity {
  of(userId: number, conversation: string): ConversationPlace | undefined
  note(userId: number, conversation: string, place: ConversationPlace): void
}

/** No upstream keeps an unused cache for longer. */
const KEPT_MS = 60 * 60 * 1_000
const MOST_CONVERSATIONS = 50_000
const SUBJECT = 'affinity'
const INTERVAL_MS = 100
/** Keeps a message within a few hundred bytes. */
const PLACES_IN_MESSAGE = 8
/** Further places wait or are dropped: a place unknown elsewhere costs one cache hit. */
const MOST_TO_TELL = 2_000
/** Other nodes forget a place KEPT_MS after the last message, so it is sent again before. */
const TOLD_AGAIN_MS = KEPT_MS / 4

interface Known extends ConversationPlace {
  usedAt: number
  toldAt: number
}

const told = z
  .array(z.tuple([z.int().positive(), z.string().max(16), z.int().positive(), z.string().max(16).nullable()]))
  .max(PLACES_IN_MESSAGE)

/** @param now milliseconds on the monotonic clock */
export function makeAffinity(
  bus: Bus = noBus,
  now: () => number = () => performance.now(),
  most = MOST_CONVERSATIONS,
): Affinity {
  const users = new Map<number, Map<string, Known>>()
  let size = 0
  let toTell: z.output<typeof told> = []

  function forget(userId: number, conversations: Map<string, Known>): void {
    const [oldest] = conversations.keys()
    if (oldest !== undefined && conversations.delete(oldest)) size -= 1
    if (conversations.size === 0) users.delete(userId)
  }

  /** Adds the newest place. If there is no room, a user with more than a fair share loses the oldest one. */
  function keep(userId: number, key: string, place: Known): void {
    const conversations = users.get(userId) ?? new Map<string, Known>()
    if (!conversations.delete(key)) size += 1
    conversations.set(key, place)
    users.delete(userId)
    users.set(userId, conversations)
    if (size <= most) return
    const [longestAgo = userId] = users.keys()
    const giving = conversations.size > most / users.size ? userId : longestAgo
    forget(giving, users.get(giving) ?? conversations)
  }

  function tell(): void {
    const places = toTell
    toTell = []
    for (let start = 0; start < places.length; start += PLACES_IN_MESSAGE)
      bus.publish(SUBJECT, places.slice(start, start + PLACES_IN_MESSAGE))
  }

  bus.on(SUBJECT, payload => {
    for (const [userId, key, channelId, keyId] of told.safeParse(payload).data ?? [])
      keep(userId, key, { channelId, keyId: keyId ?? undefined, usedAt: now(), toldAt: now() })
  })

  return {
    of(userId, conversation) {
      const known = users.get(userId)?.get(keyOf(conversation))
      return known && now() - known.usedAt < KEPT_MS ? known : undefined
    },
    note(userId, conversation, { channelId, keyId }) {
      const key = keyOf(conversation)
      const known = users.get(userId)?.get(key)
      const isTold = known?.channelId === channelId && known.keyId === keyId && now() - known.toldAt < TOLD_AGAIN_MS
      keep(userId, key, { channelId, keyId, usedAt: now(), toldAt: isTold ? known.toldAt : now() })
      if (isTold || bus === noBus || toTell.length >= MOST_TO_TELL) return
      if (toTell.length === 0) setTimeout(tell, INTERVAL_MS).unref()
      toTell.push([userId, key, channelId, keyId ?? null])
    },
  }
}

/** A hash collision only makes two conversations of one user share a channel. */
const keyOf = (conversation: string): string => Bun.hash(conversation).toString(36)
