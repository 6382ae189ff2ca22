import type { ApiError } from '../api-error.ts'
import { relayError } from './errors/relay-error.ts'
import type { RelayCall } from './relay-call.ts'

/** The calls under way, and how they come to an end when the server stops. */
export interface InFlightRegistry {
  /**
   * Lets a call in.
   *
   * @throws ApiError once the server is stopping, or has as many as it can take
   */
  enter(call: RelayCall): void
  /** The call is settled, or came to nothing. */
  leave(call: RelayCall): void
  /** Those let in that have not left. */
  calls(): Iterable<RelayCall>
  /**
   * Calls `leave` when nobody is let in any more, for what would otherwise stay; at once where that has happened. Answers
   * how to take it back.
   */
  whenClosed(leave: (reason: ApiError) => void): () => void
  /** Calls `end` when what still runs is cut off; at once where that has happened. Answers how to take it back. */
  whenCutOff(end: (reason: ApiError) => void): () => void
  /** Lets nobody in from now on. Resolves when all have left. */
  close(): Promise<void>
  /** Cuts off what still runs. */
  cutOff(): void
}

/** By then another process has taken over, or a load balancer noticed. */
const RETRY_AFTER_SECONDS = 5

/** @param most how many calls there may be at a time */
export function makeInFlightRegistry(most: () => number = () => Number.POSITIVE_INFINITY): InFlightRegistry {
  const calls = new Set<RelayCall>()
  const leaves = new Set<(reason: ApiError) => void>()
  const ends = new Set<(reason: ApiError) => void>()
  const empty = Promise.withResolvers<void>()
  let isClosed = false
  let isCutOff = false
  const stopping = () => relayError('shutting_down', {}, RETRY_AFTER_SECONDS)

  return {
    enter(call) {
      if (isClosed) throw stopping()
      if (calls.size >= most()) throw relayError('gateway_busy', {}, RETRY_AFTER_SECONDS)
      calls.add(call)
    },
    leave(call) {
      calls.delete(call)
      call.memory.release()
      if (isClosed && calls.size === 0) empty.resolve()
    },
    calls: () => calls,
    whenClosed(leave) {
      if (isClosed) leave(stopping())
      else leaves.add(leave)
      return () => leaves.delete(leave)
    },
    whenCutOff(end) {
      if (isCutOff) end(stopping())
      else ends.add(end)
      return () => ends.delete(end)
    },
    close() {
      isClosed = true
      for (const leave of leaves) leave(stopping())
      leaves.clear()
      if (calls.size === 0) empty.resolve()
      return empty.promise
    },
    cutOff() {
      isCutOff = true
      for (const end of ends) end(stopping())
      ends.clear()
    },
  }
}
