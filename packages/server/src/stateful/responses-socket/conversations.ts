import type { MemoryBudget } from '../../relay/call/memory-budget.ts'

/** The conversation up to a response. */
export interface Conversation {
  responseId: string
  /** The response it goes on from, which is kept elsewhere; null: the items are all. */
  base: string | null
  /** Its items since then, the response's last, as JSON with commas between. */
  items: string
}

/** The conversations a socket can go on with: the last one of each lane. */
export interface Conversations {
  /** Null: it is not known here. */
  upTo(responseId: string): Conversation | null
  keep(lane: string | null, conversation: Conversation): void
  forget(): void
}

/** A lane more, and the one that was used the longest time ago is forgotten. */
const MOST_LANES = 16
/** Longer conversations are not kept: their clients send them again. */
const LONGEST = 16 * 1024 * 1024
const BYTES_PER_CHARACTER = 2

/** Keeps conversations in memory, counted against their user's share; what does not fit is forgotten. */
export function makeConversations(userId: number, memory: MemoryBudget): Conversations {
  const lanes = new Map<string | null, Conversation>()
  let hold = memory.open(userId)

  /** Counts what is kept anew. */
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
