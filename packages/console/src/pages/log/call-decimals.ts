import type { QuotaDisplay } from '@tollgate/contract'

/** One call costs fractions of a cent. */
export const CALL_DECIMALS = 6

/** In a row, of an amount below a cent; six would take the room of a column. */
const DECIMALS_OF_LITTLE = 4

/** Two, unless the amount is below a cent: most calls would read `<$0.01`. */
export const decimalsInRow = (quota: number, { quota_per_unit }: QuotaDisplay): number =>
  Math.abs(quota) < quota_per_unit / 100 ? DECIMALS_OF_LITTLE : 2
