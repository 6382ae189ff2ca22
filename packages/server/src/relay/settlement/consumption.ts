import {
  consumedBy,
  type Format,
  GENEROUS_LIMITS,
  type KnownConsumed,
  type ModelLimits,
  type Tally,
} from '@tollgate/gateway'
import type { ChargedRequest } from '../request/envelope.ts'

/** What an answer has consumed so far: the reported usage once that is final, else also what was observed. */
export const consumption = (
  format: Format,
  envelope: ChargedRequest,
  tally: Readonly<Tally>,
  limits: ModelLimits = GENEROUS_LIMITS,
): KnownConsumed => consumedBy(tally.usageIsFinal ? 'reported' : 'so_far', { format, call: envelope, tally, limits })
