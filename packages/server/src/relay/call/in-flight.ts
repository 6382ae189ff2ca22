import type { ApiError } from '../../platform/http/api-error.ts'
import { Bag, type BagMember } from '../../platform/process/bag.ts'
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
  /** Cuts it off when running calls are cut off, or at once if they were. */
  whenCutOff(running: CutOff): void
  ignoreCutOff(running: CutOff): void
  /** Whether no more calls are accepted. */
  isClosed(): boolean
  /** Accepts no more calls. Resolves when all have ended. */
  close(): Promise<void>
  /** Cuts off the calls that are still running. */
  cutOff(): void
}

/** What ends when running calls are cut off. */
export interface CutOff extends BagMember {
  cut(reason: ApiError): void
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
  const calls = new Bag<RelayCall>()
  const callsOfUsers = new Map<number, number>()
  const leaves = new Set<(reason: ApiError) => void>()
  const running = new Bag<CutOff>()
  const empty = Promise.withResolvers<void>()
  let isClosed = false
  let isCutOff = false
  const stopping = () => relayError('shutting_down', {}, RETRY_AFTER_SECONDS)

  function unclaim(call: RelayCall): void {
    const { claimedBy: userId } = call
    if (userId === undefined) return
    const left = (callsOfUsers.get(userId) ?? 0) - 1
    if (left > 0) callsOfUsers.set(userId, left)
    else callsOfUsers.delete(userId)
  }

  return {
    enter(call) {
      if (isClosed) throw stopping()
      if (calls.size >= most()) throw relayError('gateway_busy', {}, RETRY_AFTER_SECONDS)
      calls.add(call)
    },
    claim(call, userId) {
      const others = callsOfUsers.get(userId) ?? 0
      const limit = Math.max(1, mostOfUser())
      if (others >= limit) throw relayError('user_calls_used_up', { limit }, RETRY_AFTER_SECONDS)
      callsOfUsers.set(userId, others + 1)
      call.claimedBy = userId
    },
    leave(call) {
      if (calls.delete(call)) unclaim(call)
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
    whenCutOff(one) {
      if (isCutOff) one.cut(stopping())
      else running.add(one)
    },
    ignoreCutOff: one => void running.delete(one),
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
      for (const one of running) {
        running.delete(one)
        one.cut(stopping())
      }
    },
  }
}
