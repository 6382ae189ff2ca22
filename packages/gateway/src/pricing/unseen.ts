import { outputTotal } from '../canonical/usage.ts'
import type { Tally } from '../observers/tally.ts'
import type { HidesReasoning } from './hidden-reasoning.ts'

/**
 * Returns whether an answer may have consumed more than is known of it: neither did its host count along as it flowed, nor did the
 * stream show all that its model does.
 */
export const mayHaveMore = (tally: Readonly<Tally>, hides: HidesReasoning): boolean =>
  !tally.usageIsFinal &&
  !isCountedAlong(tally) &&
  (hides === 'always' || (hides === 'unless shown' && !tally.showsReasoning))

/** Returns whether the usage of an answer whose client has left is waited for. Null: no answer has begun. */
export function awaitsUsage(tally: Readonly<Tally> | null, hides: HidesReasoning): boolean {
  if (tally === null) return hides !== 'never'
  if (tally.usageIsFinal || tally.finished || tally.error) return false
  return tally.isEnding || mayHaveMore(tally, hides)
}

/**
 * Returns whether the host counts the output while it flows: its last report came with or after content, and holds most of what has
 * passed. Estimates are within a quarter of what hosts count; half is room enough.
 */
function isCountedAlong({ usage, earlierRounds, countedTokens, outputTokens }: Readonly<Tally>): boolean {
  if (!usage || countedTokens === null) return false
  const counted = outputTotal(usage) + (earlierRounds ? outputTotal(earlierRounds) : 0)
  return Math.min(counted, countedTokens || counted) * 2 >= outputTokens
}
