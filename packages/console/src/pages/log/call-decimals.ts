/** One call costs fractions of a cent. */
export const CALL_DECIMALS = 6
