import { type GroupTerms, type LogOther, quotaOf } from '@tollgate/contract'
import { charge, groupTermsIn, noUsage, type Price, UNPRICED } from '@tollgate/gateway'
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

type Counted = Pick<TaskTerms, 'factors' | 'tokens' | 'footage'>

/** Returns what a task is charged for before its vendor's bill; null: its cost cannot be known in advance. */
export function billedInAdvance(
  price: Price,
  { factors, tokens, footage }: Counted,
  isOwnUse: boolean,
): Counted | null {
  if (price.kind === 'call') return { factors }
  if (price.kind === 'tokens') {
    // Tokens already include its length and size.
    if (tokens !== undefined) return { factors: {}, tokens }
    // Without tokens it would cost nothing, which no user can choose for themselves.
    return price === UNPRICED && isOwnUse ? { factors } : null
  }
  const counted = {
    ...(price.tiers.length > 0 && tokens !== undefined && { tokens }),
    ...(price.seconds.length > 0 && footage && { footage }),
  }
  return price.call > 0 || Object.keys(counted).length > 0 ? { factors: {}, ...counted } : null
}
