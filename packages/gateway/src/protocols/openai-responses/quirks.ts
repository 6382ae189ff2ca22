import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { WriteRequestContext } from '../common/dialect.ts'

/** How hosts that speak Responses differ from OpenAI. */
export interface ResponsesQuirks extends HostQuirks {
  /** How earlier reasoning is sent back: as plain content, or as items with its signature. Default: as such items. */
  reasoningBack?: 'content' | 'details' | 'both' | 'none'
}

export type ResponsesRequestContext = WriteRequestContext<ResponsesQuirks>
