import type { AskedLevels, Loss, WireFormat } from '@tollgate/gateway'

/** The request as it was sent upstream, for the log. */
export interface SentRequest {
  /** The upstream's name of the model. */
  model: string
  /** The format sent over the wire. Absent: the client's own. */
  format?: WireFormat
  /** The reasoning effort, if a suffix of the model's name chose it. */
  effort?: string
  /** What the upstream's format could not express. Converting the answer may add to it. */
  losses: Loss[]
  /** The service levels it asks for. Absent: none. */
  levels?: AskedLevels
  /** Other models that may serve it, if its client was allowed to choose some. Absent: it chose none. */
  otherModels?: readonly string[]
  /** The output limit of each answer in tokens, if the gateway lowered it. */
  outputLimit?: number
}
