import type { MediaQuirks } from './media-by-address.ts'
import type { ParameterName } from './request.ts'

/** How a host differs from its dialect's original host, in any dialect. */
export interface HostQuirks extends MediaQuirks {
  /** Parameters it does not support: it would refuse the call or silently ignore them. */
  lacks?: readonly ParameterName[]
}
