import type { MirrorKind } from '@tollgate/contract'

/** Names of a kind; those beyond are summed under an empty key. */
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
