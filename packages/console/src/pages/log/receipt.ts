import type { LogOther } from '@tollgate/contract'

export interface Receipt {
  lines: NonNullable<LogOther['receipt']>
  /** What whole quota adds to the lines: rounding, or the least charge of 1. Lines and rounding make the total. */
  rounding: number
  total: number
}

/** Lines are kept in quota before rounding; differences below this come from binary fractions. */
const NOTHING = 1e-6

/** The charge of a call as lines that add up; undefined for a row that carries none. */
export function receiptOf(charged: number, { receipt }: LogOther): Receipt | undefined {
  if (!receipt || receipt.length === 0) return undefined
  const rounding = charged - receipt.reduce((sum, line) => sum + line.quota, 0)
  return { lines: receipt, rounding: Math.abs(rounding) < NOTHING ? 0 : rounding, total: charged }
}
