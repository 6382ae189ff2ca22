import { type CachedPrompt, inputTotal, type Usage } from '@tollgate/gateway'
import { once } from '../../platform/process/once.ts'
import { isNamedByNext } from '../request/conversation-of.ts'
import type { LoggedCall } from '../request/logged-call.ts'

/**
 * Remembers how much of each conversation's last prompt was read from its upstream's cache, to charge a call that ends
 * before its upstream reports its usage. Kept in memory, so by each process for itself.
 */
export interface CachedShares {
  /** Returns the cache of one call's conversation at the channel that answered it. */
  of(call: ConversationCall, channelId: number | undefined): ConversationCache
}

interface ConversationCall {
  logged: LoggedCall
  /** The name or beginning that all calls of its conversation share; null: it belongs to no conversation. */
  conversation(): string | null
}

export interface ConversationCache {
  /** Notes what the upstream reported. */
  note(usage: Usage, responseId: string | null): void
  /** The expected cached share of the next prompt; null: unknown. */
  expected(): CachedPrompt | null
}

const MOST_TOKENS = 2_000
const MOST_CONVERSATIONS = 32
/** About as long as upstreams keep an unused cache. */
const KEPT_MS = 10 * 60 * 1_000

interface Known extends CachedPrompt {
  notedAt: number
}

/** @param now milliseconds on the monotonic clock */
export function makeCachedShares(now: () => number = () => performance.now()): CachedShares {
  const byToken = new Map<number, Map<string, Known>>()

  return {
    of({ logged, conversation }, channelId = 0) {
      const { identity, model, call } = logged
      // Users without a token share none.
      const tokenId = identity.tokenId || -identity.userId
      const upstream = `${channelId} ${model} `
      const key = once(() => {
        const name = conversation()
        return name && upstream + name
      })
      return {
        note(usage, responseId) {
          const known = byToken.get(tokenId)
          // most calls end here: nothing is cached, and nothing was
          if ((usage.cacheRead === 0 && !known) || key() === null) return
          const conversations = known ?? new Map<string, Known>()
          keep(byToken, tokenId, conversations, MOST_TOKENS)
          const share = usage.cacheRead / inputTotal(usage)
          const tokens = usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
          const keys = [key(), ...(isNamedByNext(call.endpoint.format) && responseId ? [upstream + responseId] : [])]
          for (const each of keys) {
            if (each === null) continue
            if (share > 0) keep(conversations, each, { share, tokens, notedAt: now() }, MOST_CONVERSATIONS)
            else conversations.delete(each)
          }
          if (conversations.size === 0) byToken.delete(tokenId)
        },
        expected() {
          const known = byToken.get(tokenId)?.get(key() ?? '')
          return known && now() - known.notedAt < KEPT_MS ? known : null
        },
      }
    },
  }
}

/** Sets what then is the newest entry; the oldest makes room. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
