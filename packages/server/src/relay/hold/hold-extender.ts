import type { HoldPlan, Tally } from '@tollgate/gateway'
import type { LedgerHold } from './ledger-hold.ts'

/** Extends the hold of a stream before the stream costs more. */
export interface HoldExtender {
  /** False: the wallet is empty and the stream must end. Cheap until the hold is nearly used up. */
  covers(tally: Readonly<Tally>): boolean | Promise<boolean>
  /** How many more bytes may be read before the next check and are still covered. */
  coveredBytes(tally: Readonly<Tally>): number
}

/** The factor by which the estimate for an answer may exceed the answer's limit. */
const OVERESTIMATE = 1.25
/** About the tokens that providers count for a second of audio, which costs more than its transcript. */
const TOKENS_PER_SECOND_OF_AUDIO = 21
/** The hold is extended when no more than this is left, by at least the same amount. */
const LOW_TOKENS = 1_024
const STEP_TOKENS = 4_096
/** The stream ends when less than this is left. */
const LAST_TOKENS = 16
const SMALLEST_SLICE_BYTES = 64
/** Charges are rounded, so the price of one token is derived from this many. */
const MANY_TOKENS = 1_000_000

export function makeHoldExtender(plan: HoldPlan, ledgerHold: LedgerHold): HoldExtender {
  const enough = plan.cost(plan.most)
  const base = plan.cost(0)
  const perToken = (plan.cost(MANY_TOKENS) - base) / MANY_TOKENS
  /** The output that the hold covers, in tokens. */
  let covered = 0
  /** The hold is extended once no more than this is left of it, in tokens. */
  let low = 0
  cover()

  function cover(): void {
    const paid = perToken > 0 ? Math.floor((ledgerHold.held - base - 1) / perToken) : Number.POSITIVE_INFINITY
    covered = (paid - plan.hidden) / plan.margin
    low = Math.min(LOW_TOKENS, covered / 4)
  }

  /** Whether the hold covers all the upstream may write. With a budget, visible output is always counted. */
  const isCovered = (produced: number) =>
    (!plan.isSeen || (plan.isBound && !ledgerHold.hasBudget)) &&
    ledgerHold.held >= enough &&
    produced <= plan.most * OVERESTIMATE
  const left = (tally: Readonly<Tally>) => {
    const produced = tally.outputTokens + (tally.soundSeconds ?? 0) * TOKENS_PER_SECOND_OF_AUDIO
    return isCovered(produced) ? Number.POSITIVE_INFINITY : covered - produced
  }

  async function extend(produced: number): Promise<void> {
    const wanted = Math.max(2 * produced, produced + STEP_TOKENS)
    const most = plan.cost(Math.ceil(wanted * plan.margin) + plan.hidden)
    // Grow to twice the present cost, so that a long answer extends it rarely, or to what the wallet has.
    const refusal = await ledgerHold.growTo(
      ledgerHold.held + 1,
      Math.max(ledgerHold.held + 1, produced < plan.most ? Math.min(most, enough) : most),
    )
    if (refusal) low /= 2
    else cover()
  }

  return {
    covers(tally) {
      const remaining = left(tally)
      if (remaining > low) return true
      return extend(covered - remaining).then(() => left(tally) > LAST_TOKENS)
    },
    coveredBytes: tally => Math.max(SMALLEST_SLICE_BYTES, Math.floor(left(tally)) * plan.bytesPerToken),
  }
}
