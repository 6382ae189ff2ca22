import { charge, type Format, type Tally } from '@tollgate/gateway'
import type { Ledger } from '../ledger/index.ts'
import { consumption } from './consumption.ts'
import type { ChargedRequest } from './read-envelope.ts'
import type { Terms } from './terms.ts'

/** Keeps the hold of a stream ahead of what the stream costs. */
export interface Pace {
  /** False: the wallet is empty, the stream must end. Cheap until the answer has grown a good deal. */
  keeps(tally: Readonly<Tally>): boolean | Promise<boolean>
}

/** So much is written between two looks at the cost. */
const TOKENS_BETWEEN_LOOKS = 256
/** Sound is dearer than what is said in it: about as many as it is counted for. */
const TOKENS_PER_SECOND_OF_SOUND = 20

/** @param held what was set aside when the call began */
export function keepPace(
  callId: string,
  held: number,
  { format, envelope, terms, ledger }: { format: Format; envelope: ChargedRequest; terms: Terms; ledger: Ledger },
): Pace {
  let nextLook = TOKENS_BETWEEN_LOOKS

  async function extend(cost: number): Promise<boolean> {
    // Twice what it costs now, so that a long answer asks seldom; else as much as there is need of.
    for (const wanted of [2 * cost - held, cost - held]) {
      if (!(await ledger.extend(callId, wanted))) continue
      held += wanted
      return true
    }
    return false
  }

  return {
    keeps(tally) {
      const produced = tally.outputTokens + (tally.soundSeconds ?? 0) * TOKENS_PER_SECOND_OF_SOUND
      if (produced < nextLook) return true
      nextLook = produced + TOKENS_BETWEEN_LOOKS
      const { quota: cost } = charge(terms, consumption(format, envelope, tally))
      return cost <= held || extend(cost)
    },
  }
}
