import type { Loss } from '@tollgate/gateway'

/** The request as it was sent upstream, for the log. */
export interface SentRequest {
  /** The upstream's name of the model. */
  model: string
  /** The reasoning effort, where a suffix of the model's name chose it. */
  effort?: string
  /** What the upstream's format could not express; grows while the answer is written. */
  losses: readonly Loss[]
  /** The output limit of each answer in tokens, where the gateway lowered it. */
  outputLimit?: number
}
