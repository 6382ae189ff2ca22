import { z } from 'zod'

/** By what the copies of calls are summed. `all`: one sum of all. */
export const MIRROR_KINDS = ['all', 'model', 'user', 'channel', 'conversion', 'loss', 'reason'] as const
export type MirrorKind = (typeof MIRROR_KINDS)[number]

/** Copies of calls that were planned. Times are unix seconds. */
const mirrorSum = z.object({
  /** An id, a name, or the code of a refusal; empty: the others. */
  key: z.string(),
  /** For a refusal its sentence, for a loss why. */
  name: z.string(),
  copies: z.number().int(),
  /** Those that a call like it would have been refused with an error. */
  refused: z.number().int(),
  /** Those that cannot be planned, or came when too many were being planned. */
  unplanned: z.number().int(),
  /** What the others would have held, and what they would cost with an answer of the usual length, in quota. */
  held: z.number().int(),
  cost: z.number().int(),
  first_at: z.number().int(),
  last_at: z.number().int(),
})
export type MirrorSum = z.output<typeof mirrorSum>

export const mirrorReport = z.object({
  is_on: z.boolean(),
  all: mirrorSum.nullable(),
  model: z.array(mirrorSum),
  user: z.array(mirrorSum),
  channel: z.array(mirrorSum),
  conversion: z.array(mirrorSum),
  loss: z.array(mirrorSum),
  reason: z.array(mirrorSum),
})
export type MirrorReport = z.output<typeof mirrorReport>
