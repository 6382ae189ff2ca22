import type { MemoryBudget } from '../../relay/call/memory-budget.ts'

/** The conversation up to a response. */
export interface Conversation {
  responseId: string
  /** The previous response, which is stored elsewhere; null: the items are complete. */
  base: string | null
  /** Its items since then, ending with the response's, as JSON separated by commas. */
  items: string
}

/** The conversations a socket can continue: the last one of each lane. */
export interface Conversations {
  /** Null: unknown here. */
  upTo(responseId: string): Conversation | null
  keep(lane: string | null, conversation: Conversation): void
  forget(): void
}

/** Beyond this, the least recently used lane is forgotten. */
const MOST_LANES = 16
/** Longer conversations are not kept; their clients send them again. */
const LONGEST = 16 * 1024 * 1024
const BYTES_PER_CHARACTER = 2

/** Keeps conversations in memory, counted against their user's share; those that do not fit are forgotten. */
export function makeConversations(userId: number, memory: MemoryBudget): Conversations {
  const lanes = new Map<string | null, Conversation>()
  let hold = memory.open(userId)

  /** Updates the count. */
  function count(): void {
    hold.release()
    hold = memory.open(userId)
    for (const { items } of lanes.values()) hold.grow(items.length * BYTES_PER_CHARACTER)
  }

  return {
    upTo: responseId => [...lanes.values()].find(conversation => conversation.responseId === responseId) ?? null,
    keep(lane, conversation) {
      lanes.delete(lane)
      if (conversation.items.length <= LONGEST) lanes.set(lane, conversation)
      const [oldest] = lanes.keys()
      if (lanes.size > MOST_LANES && oldest !== undefined) lanes.delete(oldest)
      try {
        count()
      } catch {
        lanes.delete(lane)
        count()
      }
    },
    forget() {
      lanes.clear()
      hold.release()
    },
  }
}
