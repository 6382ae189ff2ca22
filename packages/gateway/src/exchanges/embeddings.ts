import type { EmbeddingAnswer, EmbeddingRequest } from '../canonical/embedding.ts'
import { noUsage } from '../canonical/usage.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import { type EmbeddingFormat, embeddingClients, type WireFormat } from '../protocols/index.ts'
import { type Consumption, type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Embeddings for every client, by an upstream with its own format for them. */
export const embeddingsBy = (
  upstream: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, WireFormat>,
): Record<EmbeddingFormat, Exchange> =>
  forEachClient(embeddingClients, client => exchange(client, upstream, consumption))

const consumption = ({ inputTokens }: EmbeddingAnswer): Consumption => ({
  usage: inputTokens === null ? null : { ...noUsage(), input: inputTokens },
  units: null,
})
