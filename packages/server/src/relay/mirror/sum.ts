import type { MirrorKind } from '@tollgate/contract'

/**
 * Names of a kind: those with the most copies, since callers invent names. The others are summed under an empty key.
 */
export const MOST_NAMES = 200

export interface Named {
  key: string
  name: string
}

/** One row of the table, or what is added to it. */
export interface Sum extends Named {
  kind: MirrorKind
  copies: number
  refused: number
  unplanned: number
  held: number
  cost: number
  at: number
}

/** Adds up what sums count. */
export function addTo(sum: Sum, { copies, refused, unplanned, held, cost, at }: Omit<Sum, 'kind' | keyof Named>): void {
  sum.copies += copies
  sum.refused += refused
  sum.unplanned += unplanned
  sum.held += held
  sum.cost += cost
  sum.at = Math.max(sum.at, at)
}
