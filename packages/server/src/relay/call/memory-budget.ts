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

/** Counts nothing: for callers not yet authenticated. */
export const uncounted: MemoryHold = { grow: () => undefined, release: () => undefined }

const RETRY_SECONDS = 5
const MIB = 1024 * 1024

/** @param workers the processes that share the operator's budget equally */
export function makeMemoryBudget(options: Pick<Options, 'get'>, workers = 1): MemoryBudget {
  const used: Used = { options, workers, byUser: new Map(), all: 0 }
  return { open: userId => new HoldOfCall(used, userId), used: () => used.all }
}

interface Used {
  options: Pick<Options, 'get'>
  workers: number
  byUser: Map<number, number>
  all: number
}

/** A class, because every call has one. */
class HoldOfCall implements MemoryHold {
  private taken = 0

  constructor(
    private readonly used: Used,
    private readonly userId: number,
  ) {}

  grow(bytes: number): void {
    const { used, userId } = this
    const limit = shareOf(used.options.get('memory_setting.budget_mib') * MIB, used.workers)
    const ofUser = used.byUser.get(userId) ?? 0
    if (limit > 0) {
      const share = (limit * used.options.get('memory_setting.user_percent')) / 100
      if (ofUser + bytes > share) throw relayError('user_memory_used_up', {}, RETRY_SECONDS)
      if (used.all + bytes > limit) throw relayError('memory_used_up', {}, RETRY_SECONDS)
    }
    this.taken += bytes
    used.all += bytes
    used.byUser.set(userId, ofUser + bytes)
  }

  release(): void {
    const { used, userId } = this
    const rest = (used.byUser.get(userId) ?? 0) - this.taken
    if (rest > 0) used.byUser.set(userId, rest)
    else used.byUser.delete(userId)
    used.all -= this.taken
    this.taken = 0
  }
}
