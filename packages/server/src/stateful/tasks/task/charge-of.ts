import { type LogOther, quotaOf } from '@tollgate/contract'
import { charge, type GroupTerms, groupTermsIn, noUsage } from '@tollgate/gateway'
import type { TaskTerms } from './task.ts'

/** The parts of a task's price that its vendor's bill may change. */
export type Billed = Pick<TaskTerms, 'factors' | 'tokens'>

type Terms = Pick<TaskTerms, keyof GroupTerms | 'price' | 'quotaPerUnit' | 'footage'>

/** Returns a task's cost: its price by task or by tokens, times each factor. `other` has the receipt's figures. */
export function chargeOf(
  id: string,
  terms: Terms,
  { factors, tokens = 0 }: Billed,
): { quota: number; other: LogOther } {
  const { price, quotaPerUnit, footage } = terms
  const usage = { ...noUsage(), output: tokens }
  const { other } = charge(
    { ...groupTermsIn(terms), price, quotaPerUnit },
    { usage, callCount: 1, ...(footage && { video: footage }) },
  )
  other.task = { id, factors }
  return { quota: quotaOf(other), other }
}
