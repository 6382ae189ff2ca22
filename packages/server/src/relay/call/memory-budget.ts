import type { Options } from '../../platform/options/index.ts'
import { shareOf } from '../../platform/workers/share-of.ts'
import { relayError } from './relay-error.ts'

/** The memory one call uses. */
export interface MemoryHold {
  /**
   * Adds bytes, before or while they are stored.
   *
   * @throws ApiError when the user's share or the whole budget is used up
   */
  grow(bytes: number): void
  /** Returns all the memory to the budget. */
  release(): void
}

/** The memory used by calls in flight, by user and in total. */
export interface MemoryBudget {
  open(userId: number): MemoryHold
  /** Bytes used in total. */
  used(): number
}

/** Counts nothing: for callers that are not authenticated yet. */
export const uncounted: MemoryHold = { grow: () => undefined, release: () => undefined }

const RETRY_SECONDS = 5
const MIB = 1024 * 1024

/** @param workers how many processes the operator's budget is for; each keeps its share of it */
export function makeMemoryBudget(options: Pick<Options, 'get'>, workers = 1): MemoryBudget {
  const byUser = new Map<number, number>()
  let all = 0

  return {
    open(userId) {
      let taken = 0
      return {
        grow(bytes) {
          const limit = shareOf(options.get('memory_setting.budget_mib') * MIB, workers)
          const ofUser = byUser.get(userId) ?? 0
          if (limit > 0) {
            const share = (limit * options.get('memory_setting.user_percent')) / 100
            if (ofUser + bytes > share) throw relayError('user_memory_used_up', {}, RETRY_SECONDS)
            if (all + bytes > limit) throw relayError('memory_used_up', {}, RETRY_SECONDS)
          }
          taken += bytes
          all += bytes
          byUser.set(userId, ofUser + bytes)
        },
        release() {
          const rest = (byUser.get(userId) ?? 0) - taken
          if (rest > 0) byUser.set(userId, rest)
          else byUser.delete(userId)
          all -= taken
          taken = 0
        },
      }
    },
    used: () => all,
  }
}
