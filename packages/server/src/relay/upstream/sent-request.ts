import type { Loss } from '@tollgate/gateway'

/** What a client's request became for an upstream, as the log tells it. */
export interface SentRequest {
  /** What the upstream knows the model by. */
  model: string
  /** How hard to think, where the model's name said it. */
  effort?: string
  /** What the upstream's format had no word for; grows while the answer is written. */
  losses: readonly Loss[]
  /** What its output limit was lowered to, of each answer, in tokens. */
  outputLimit?: number
}
