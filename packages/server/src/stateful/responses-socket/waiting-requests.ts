import type { MemoryBudget } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { Message } from '../../relay/upstream/transports/end.ts'

/** A client's messages that wait for earlier responses. */
export interface WaitingRequests {
  /** @throws ApiError when too many would wait */
  push(message: Message): void
  /** Undefined: none waits. */
  next(): Message | undefined
  clear(): void
}

const MOST = 8
const BYTES_PER_CHARACTER = 2

/** Keeps them in memory, counted against their user's share. */
export function makeWaitingRequests(userId: number, memory: MemoryBudget): WaitingRequests {
  const waiting: { message: Message; free(): void }[] = []

  return {
    push(message) {
      if (waiting.length >= MOST) throw relayError('too_many_waiting', { most: MOST })
      const hold = memory.open(userId)
      hold.grow(message.length * BYTES_PER_CHARACTER)
      waiting.push({ message, free: () => hold.release() })
    },
    next() {
      const next = waiting.shift()
      next?.free()
      return next?.message
    },
    clear() {
      for (const { free } of waiting.splice(0)) free()
    },
  }
}
