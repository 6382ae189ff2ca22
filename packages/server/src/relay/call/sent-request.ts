import type { AskedLevels, Loss, WireFormat } from '@tollgate/gateway'

/** The request as it was sent upstream, for the log. */
export interface SentRequest {
  /** The upstream's name of the model. */
  model: string
  /** The format sent over the wire. Absent: the client's own. */
  format?: WireFormat
  /** The reasoning effort, where a suffix of the model's name chose it. */
  effort?: string
  /** What the upstream's format could not express; grows while the answer is written. */
  losses: Loss[]
  /** The service levels it asks for. Absent: none. */
  levels?: AskedLevels
  /** The models that may serve it besides, where its client was allowed to choose. Absent: its client chose nothing. */
  otherModels?: readonly string[]
  /** The output limit of each answer in tokens, where the gateway lowered it. */
  outputLimit?: number
}
