import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { WriteRequestContext } from '../common/dialect.ts'

/** What hosts that speak Responses do otherwise than OpenAI. */
export interface ResponsesQuirks extends HostQuirks {
  /** How earlier reasoning goes back, as plain content or as items that carry its signature. Default: as such items. */
  reasoningBack?: 'content' | 'details' | 'both' | 'none'
}

export type ResponsesRequestContext = WriteRequestContext<ResponsesQuirks>
