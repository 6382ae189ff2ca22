import type { RerankAnswer, RerankRequest } from '../canonical/rerank.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import { type RerankFormat, rerankClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Rerankings by an upstream with its own format for them. */
export const rerankingsBy = (
  upstream: UpstreamConverter<RerankRequest, RerankAnswer, WireFormat>,
): Record<RerankFormat, Exchange> =>
  forEachClient(rerankClients, client =>
    exchange(client, upstream, ({ usage, searches }) => ({ usage, units: searches })),
  )
