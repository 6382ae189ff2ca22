import type { ProviderChannel } from '@tollgate/gateway'

/** A request that lacks its credentials. */
export interface UnsignedRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The proxy to the channel's hosts; empty: none. */
  proxy: string
}

/**
 * Returns the headers that carry the credentials of a request.
 *
 * @throws ApiError
 */
export type Authorize = (channel: ProviderChannel, request: UnsignedRequest) => Promise<Record<string, string>>
