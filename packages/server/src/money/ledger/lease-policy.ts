import type { AccountState } from './lease-store.ts'

/** A lease lasts for about this many requests of the same size. */
const AHEAD = 32
/** A lease takes at most this fraction of what is available. */
const LARGEST_SHARE = 4

/**
 * Returns how much a node leases of an account when its calls need `wanted`: everything if the node is alone, a stock for
 * further calls if others may want some too, and exactly the need if little is left or others have asked.
 */
export function leaseSize(wanted: number, state: AccountState, isShared: boolean): number {
  const { free, hasNeighbours, isContested } = state
  if (isShared || isContested) return Math.min(wanted, free)
  if (!hasNeighbours) return free
  const stock = wanted * AHEAD
  return stock * LARGEST_SHARE <= free ? stock : Math.min(wanted, free)
}
