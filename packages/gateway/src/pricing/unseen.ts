import { outputTotal } from '../canonical/usage.ts'
import { hasUncountedMedia } from '../observers/media.ts'
import type { Tally } from '../observers/tally.ts'
import type { HidesReasoning } from './hidden-reasoning.ts'

/**
 * Returns whether an answer may have consumed more than is known: its host did not count along as it streamed, and the stream does
 * not show everything its model does.
 */
export const mayHaveMore = (tally: Readonly<Tally>, hides: HidesReasoning): boolean =>
  !tally.usageIsFinal &&
  !isCountedAlong(tally) &&
  (hides === 'always' || (hides === 'unless shown' && !tally.showsReasoning))

/** Returns whether to wait for the usage of an answer whose client has left. Null: no answer has begun. */
export function awaitsUsage(tally: Readonly<Tally> | null, hides: HidesReasoning): boolean {
  if (tally === null) return hides !== 'never'
  if (tally.usageIsFinal || tally.finished || tally.error) return false
  return tally.isEnding || hasUncountedMedia(tally) || mayHaveMore(tally, hides)
}

/**
 * Returns whether the host counts the output while it streams: its last report came with or after content and covers
 * most of what has passed. Estimates are within a quarter of the hosts' counts; half leaves enough room.
 */
function isCountedAlong({ usage, earlierRounds, countedTokens, outputTokens }: Readonly<Tally>): boolean {
  if (!usage || countedTokens === null) return false
  const counted = outputTotal(usage) + (earlierRounds ? outputTotal(earlierRounds) : 0)
  return Math.min(counted, countedTokens || counted) * 2 >= outputTokens
}
