import type { ProviderChannel } from '@tollgate/gateway'

/** A request that lacks its credentials. */
export interface UnsignedRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The proxy to the channel's hosts; empty: none. */
  proxy: string
  /** Earlier credentials, which the host refused as too old. */
  stale?: Readonly<Record<string, string>> | undefined
}

/**
 * Returns the headers with a request's credentials, or query parameters if the kind says so.
 *
 * @throws ApiError
 */
export type Authorize = (channel: ProviderChannel, request: UnsignedRequest) => Promise<Record<string, string>>
