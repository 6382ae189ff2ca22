import { CACHE_KEPT_SECONDS, type CachedPrompt, inputTotal, type Usage } from '@tollgate/gateway'
import { isNamedByNext } from '../request/conversation-of.ts'
import type { LoggedCall } from '../request/logged-call.ts'

/**
 * Remembers how much of each conversation's last prompt came from the upstream's cache, to charge a call that ends before its
 * upstream reports usage. Each process keeps its own, in memory.
 */
export interface CachedShares {
  /** Returns the cache of a call's conversation at the channel that answers it. */
  of(call: ConversationCall, channelId: number | undefined): ConversationCache
}

interface ConversationCall {
  logged: LoggedCall
  /** What identifies its conversation, by name or by beginning; null: it belongs to none. */
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

interface Known extends CachedPrompt {
  notedAt: number
}

/** @param now milliseconds on the monotonic clock */
export function makeCachedShares(now: () => number = () => performance.now()): CachedShares {
  const byToken = new Map<number, Map<string, Known>>()
  return { of: (call, channelId = 0) => new CacheOfCall(byToken, now, call, channelId) }
}

/** A class, because every call has one. */
class CacheOfCall implements ConversationCache {
  private foundKey: string | null | undefined

  constructor(
    private readonly byToken: Map<number, Map<string, Known>>,
    private readonly now: () => number,
    private readonly call: ConversationCall,
    private readonly channelId: number,
  ) {}

  note(usage: Usage, responseId: string | null): void {
    const known = this.byToken.get(this.tokenId)
    // most calls return here: nothing is or was cached
    if ((usage.cacheRead === 0 && !known) || this.key === null) return
    const conversations = known ?? new Map<string, Known>()
    keep(this.byToken, this.tokenId, conversations, MOST_TOKENS)
    const share = usage.cacheRead / inputTotal(usage)
    const tokens = usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
    const isNamed = responseId && isNamedByNext(this.call.logged.call.endpoint.format)
    for (const each of isNamed ? [this.key, this.upstream + responseId] : [this.key]) {
      if (share > 0) keep(conversations, each, { share, tokens, notedAt: this.now() }, MOST_CONVERSATIONS)
      else conversations.delete(each)
    }
    if (conversations.size === 0) this.byToken.delete(this.tokenId)
  }

  expected(): CachedPrompt | null {
    const known = this.byToken.get(this.tokenId)?.get(this.key ?? '')
    return known && this.now() - known.notedAt < CACHE_KEPT_SECONDS * 1_000 ? known : null
  }

  /** A call without a token gets an id of its user's own. */
  private get tokenId(): number {
    const { identity } = this.call.logged
    return identity.tokenId || -identity.userId
  }

  private get upstream(): string {
    return `${this.channelId} ${this.call.logged.model} `
  }

  private get key(): string | null {
    if (this.foundKey === undefined) {
      const name = this.call.conversation()
      this.foundKey = name && this.upstream + name
    }
    return this.foundKey
  }
}

/** Adds the newest entry, and drops the oldest beyond `most`. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
