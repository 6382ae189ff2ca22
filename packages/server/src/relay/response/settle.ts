import type { EndedBy } from '@tollgate/contract'
import type { UpstreamError } from '@tollgate/gateway'
import type { ApiError } from '../../platform/http/api-error.ts'

/** Charges what was produced and writes the log row. Called once, before the client has the last bytes. */
export type Settle = (endedBy: EndedBy, failure?: ApiError | UpstreamError) => Promise<void>
