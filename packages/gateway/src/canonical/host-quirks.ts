import type { MediaQuirks } from './media-by-address.ts'
import type { ParameterName } from './request.ts'

/** What a host does otherwise than its dialect's first home, whatever the dialect. */
export interface HostQuirks extends MediaQuirks {
  /** Parameters it has no word for; it would refuse the call or pass over them in silence. */
  lacks?: readonly ParameterName[]
}
