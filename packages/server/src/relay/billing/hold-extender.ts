import type { HoldPlan, Tally } from '@tollgate/gateway'
import type { UpstreamAnswer } from '../upstream/call-upstream.ts'
import type { LedgerHold } from './ledger-hold.ts'

/** Keeps the hold of a stream ahead of what the stream costs. */
export interface HoldExtender {
  /** False: the wallet is empty, the stream must end. Cheap until what is held is nearly used up. */
  keeps(tally: Readonly<Tally>): boolean | Promise<boolean>
  /** How many bytes more may come before it is asked again; what they can hold is paid for. */
  room(tally: Readonly<Tally>): number
}

/** An answer within its limit may seem so much longer. */
const LOOKS_LONGER = 1.25
/** Sound is dearer than what is said in it: about as many as it is counted for. */
const TOKENS_PER_SECOND_OF_SOUND = 21
/** More is asked for when no more than this is left of what is held, and so many beyond it. */
const LOW_TOKENS = 1_024
const STEP_TOKENS = 4_096
/** With less the stream ends. */
const LAST_TOKENS = 16
const SMALLEST_SLICE_BYTES = 64
/** A price for a token is told from so many: a charge is rounded. */
const MANY_TOKENS = 1_000_000

export function makeHoldExtender(plan: HoldPlan, ledgerHold: LedgerHold): HoldExtender {
  const enough = plan.cost(plan.most)
  const base = plan.cost(0)
  const perToken = (plan.cost(MANY_TOKENS) - base) / MANY_TOKENS
  /** So much output is paid for. */
  let covered = 0
  /** More is asked for below it. */
  let low = 0
  cover()

  function cover(): void {
    const paid = perToken > 0 ? Math.floor((ledgerHold.held - base - 1) / perToken) : Number.POSITIVE_INFINITY
    covered = (paid - plan.hidden) / plan.margin
    low = Math.min(LOW_TOKENS, covered / 4)
  }

  /** Nothing its upstream may write is left to be paid for. */
  const isCovered = (produced: number) =>
    (plan.isBound || !plan.isSeen) && ledgerHold.held >= enough && produced <= plan.most * LOOKS_LONGER
  const left = (tally: Readonly<Tally>) => {
    const produced = tally.outputTokens + (tally.soundSeconds ?? 0) * TOKENS_PER_SECOND_OF_SOUND
    return isCovered(produced) ? Number.POSITIVE_INFINITY : covered - produced
  }

  async function extend(produced: number): Promise<void> {
    const wanted = Math.max(2 * produced, produced + STEP_TOKENS)
    const most = plan.cost(Math.ceil(wanted * plan.margin) + plan.hidden)
    // Twice what it costs now, so that a long answer asks seldom; else as much as there is.
    const refusal = await ledgerHold.fill(
      ledgerHold.held + 1,
      Math.max(ledgerHold.held + 1, produced < plan.most ? Math.min(most, enough) : most),
    )
    if (refusal) low /= 2
    else cover()
  }

  return {
    keeps(tally) {
      const spare = left(tally)
      if (spare > low) return true
      return extend(covered - spare).then(() => left(tally) > LAST_TOKENS)
    },
    room: tally => Math.max(SMALLEST_SLICE_BYTES, Math.floor(left(tally)) * plan.bytesPerToken),
  }
}

/** The same answer, read in slices no longer than what they can hold is paid for. */
export function readWithinHold(
  upstream: UpstreamAnswer,
  extender: HoldExtender,
  tally: Readonly<Tally>,
): UpstreamAnswer {
  let rest: Uint8Array | null = null
  return {
    ...upstream,
    async read() {
      const chunk = rest ?? (await upstream.read())
      rest = null
      if (!chunk) return null
      const room = extender.room(tally)
      if (chunk.length <= room) return chunk
      rest = chunk.subarray(room)
      return chunk.subarray(0, room)
    },
  }
}
