import { inputTotal, leadingMessages, type Usage } from '@tollgate/gateway'
import { once } from '../../once.ts'
import type { Envelope } from '../request/envelope.ts'
import type { LoggedCall } from './log-rows.ts'

/**
 * Remembers how much of each conversation's last prompt was read from its upstream's cache: of a call that ends before its
 * upstream tells its usage nothing else is known. In memory, so of this process alone.
 */
export interface CachedShares {
  /** Of one call of a conversation, answered by a channel. */
  of(call: ConversationCall, channelId: number | undefined): ConversationCache
}

interface ConversationCall {
  logged: LoggedCall
  envelope: Envelope
  request: Request
}

export interface ConversationCache {
  /** Notes what the upstream reported. */
  note(usage: Usage, responseId: string | null): void
  /** 0 to 1; 0 where nothing is known. */
  share(): number
}

const MOST_TOKENS = 2_000
const MOST_CONVERSATIONS = 32
/** About as long as upstreams keep what nobody reads. */
const KEPT_MS = 10 * 60 * 1_000

interface Known {
  share: number
  notedAt: number
}

/** @param now milliseconds on the monotonic clock */
export function makeCachedShares(now: () => number = () => performance.now()): CachedShares {
  const tokens = new Map<number, Map<string, Known>>()

  return {
    of({ logged, envelope, request }, channelId = 0) {
      const { identity, model, call } = logged
      const { tokenId } = identity
      const upstream = `${channelId} ${model} `
      const key = once(() => {
        const name = conversationOf(envelope, request.headers)
        return name && upstream + name
      })
      return {
        note(usage, responseId) {
          const known = tokens.get(tokenId)
          // most calls end here: nothing is cached, and nothing was
          if ((usage.cacheRead === 0 && !known) || key() === null) return
          const conversations = known ?? new Map<string, Known>()
          keep(tokens, tokenId, conversations, MOST_TOKENS)
          const share = usage.cacheRead / inputTotal(usage)
          const keys = [key(), ...(isNamedByNext(call.endpoint.format) && responseId ? [upstream + responseId] : [])]
          for (const each of keys) {
            if (each === null) continue
            if (share > 0) keep(conversations, each, { share, notedAt: now() }, MOST_CONVERSATIONS)
            else conversations.delete(each)
          }
          if (conversations.size === 0) tokens.delete(tokenId)
        },
        share() {
          const known = tokens.get(tokenId)?.get(key() ?? '')
          return known && now() - known.notedAt < KEPT_MS ? known.share : 0
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

/** The next call names the response it goes on from. */
const isNamedByNext = (format: string): boolean => format === 'openai-responses'

/** Returns what calls of one conversation have in common: the name the client gives it, else how it begins; null: nothing. */
function conversationOf({ member, body }: Envelope, headers: Headers): string | null {
  try {
    const named =
      member('previous_response_id') ??
      member('prompt_cache_key') ??
      userOf(member('metadata')) ??
      headers.get('session_id')
    const text = typeof named === 'string' ? named : leadingMessages(body)
    return text && text.length > LONGEST_NAME ? `#${Bun.hash(text).toString(36)}` : text
  } catch {
    // a member nobody had read until now is no JSON inside
    return null
  }
}

/** Claude Code names its session there. */
const userOf = (metadata: unknown): unknown =>
  typeof metadata === 'object' && metadata !== null && 'user_id' in metadata ? metadata.user_id : undefined

const LONGEST_NAME = 64
