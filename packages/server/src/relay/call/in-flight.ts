import type { ApiError } from '../../platform/http/api-error.ts'
import type { RelayCall } from './relay-call.ts'
import { relayError } from './relay-error.ts'

/** Tracks the calls in flight and ends them when the server stops. */
export interface InFlightRegistry {
  /**
   * Registers a call.
   *
   * @throws ApiError once the server is stopping, or at its limit of calls
   */
  enter(call: RelayCall): void
  /**
   * Counts a call for its user.
   *
   * @throws ApiError if the user already has the most calls that one user may have
   */
  claim(call: RelayCall, userId: number): void
  /** Removes a call that was settled or failed. */
  leave(call: RelayCall): void
  /** The calls still in flight. */
  calls(): Iterable<RelayCall>
  size(): number
  /**
   * Calls `leave` once no more calls are accepted, or at once if none are. For calls that would not end by themselves.
   * Returns a function that unsubscribes.
   */
  whenClosed(leave: (reason: ApiError) => void): () => void
  /** Calls `end` when running calls are cut off, or at once if they were. Returns a function that unsubscribes. */
  whenCutOff(end: (reason: ApiError) => void): () => void
  /** Whether no more calls are accepted. */
  isClosed(): boolean
  /** Accepts no more calls. Resolves when all have ended. */
  close(): Promise<void>
  /** Cuts off the calls that are still running. */
  cutOff(): void
}

/** Enough for another process to take over or a load balancer to notice. */
const RETRY_AFTER_SECONDS = 5

/**
 * @param most calls at a time
 * @param mostOfUser calls of one user at a time
 */
export function makeInFlightRegistry(
  most: () => number = () => Number.POSITIVE_INFINITY,
  mostOfUser: () => number = most,
): InFlightRegistry {
  const calls = new Set<RelayCall>()
  const users = new Map<RelayCall, number>()
  const callsOfUsers = new Map<number, number>()
  const leaves = new Set<(reason: ApiError) => void>()
  const ends = new Set<(reason: ApiError) => void>()
  const empty = Promise.withResolvers<void>()
  let isClosed = false
  let isCutOff = false
  const stopping = () => relayError('shutting_down', {}, RETRY_AFTER_SECONDS)

  function unclaim(call: RelayCall): void {
    const userId = users.get(call)
    if (userId === undefined) return
    users.delete(call)
    const running = (callsOfUsers.get(userId) ?? 0) - 1
    if (running > 0) callsOfUsers.set(userId, running)
    else callsOfUsers.delete(userId)
  }

  return {
    enter(call) {
      if (isClosed) throw stopping()
      if (calls.size >= most()) throw relayError('gateway_busy', {}, RETRY_AFTER_SECONDS)
      calls.add(call)
    },
    claim(call, userId) {
      const running = callsOfUsers.get(userId) ?? 0
      const limit = Math.max(1, mostOfUser())
      if (running >= limit) throw relayError('user_calls_used_up', { limit }, RETRY_AFTER_SECONDS)
      callsOfUsers.set(userId, running + 1)
      users.set(call, userId)
    },
    leave(call) {
      calls.delete(call)
      unclaim(call)
      call.memory.release()
      call.place?.left()
      if (isClosed && calls.size === 0) empty.resolve()
    },
    calls: () => calls,
    size: () => calls.size,
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
    isClosed: () => isClosed,
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
