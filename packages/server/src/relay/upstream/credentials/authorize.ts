import type { ProviderChannel } from '@tollgate/gateway'

/** A request that lacks its credentials. */
export interface UnsignedRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The proxy to the channel's hosts; empty: none. */
  proxy: string
  /** Credentials made before, which the host has refused as too old. */
  stale?: Readonly<Record<string, string>> | undefined
}

/**
 * Returns the headers that carry the credentials of a request, or members of its query where the kind says so.
 *
 * @throws ApiError
 */
export type Authorize = (channel: ProviderChannel, request: UnsignedRequest) => Promise<Record<string, string>>
