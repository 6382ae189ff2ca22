import type { UpstreamSide } from '../exchange.ts'
import { type Exchange, exchange } from '../exchange.ts'
import { rerankClient } from './client.ts'
import type { RerankAnswer, RerankRequest } from './rerank.ts'

export { cohereRerank } from './cohere.ts'
export { xinferenceRerank } from './xinference.ts'

/** Rerankings by an upstream that has its own words for them. */
export const rerankingsBy = (upstream: UpstreamSide<RerankRequest, RerankAnswer>): Record<'rerank', Exchange> => ({
  rerank: exchange(rerankClient, upstream, ({ usage, searches }) => ({ usage, units: searches })),
})
