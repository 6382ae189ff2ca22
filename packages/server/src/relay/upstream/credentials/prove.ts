import type { ProviderChannel } from '@tollgate/gateway'

/** A request that still lacks the proof of who calls. */
export interface UnprovenRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Through which the channel's hosts are reached; empty: straight. */
  proxy: string
}

/**
 * Makes the headers that prove who calls.
 *
 * @throws ApiError
 */
export type Prove = (channel: ProviderChannel, request: UnprovenRequest) => Promise<Record<string, string>>
