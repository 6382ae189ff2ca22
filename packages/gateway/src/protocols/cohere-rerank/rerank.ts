import type { RerankAnswer, RerankRequest } from '../../canonical/rerank.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { asPlainText, readRanking } from '../rerank/ranking.ts'

/** Cohere's second version takes only texts and does not repeat them. https://docs.cohere.com/reference/rerank */
export const cohereRerank: UpstreamConverter<RerankRequest, RerankAnswer, 'cohere-rerank'> = {
  format: 'cohere-rerank',
  path: () => '/v2/rerank',
  writeRequest: ({ query, documents, topN, maxTokensPerDocument }, model) => ({
    model,
    query,
    documents: documents.map(asPlainText),
    ...(topN !== undefined && { top_n: topN }),
    ...(maxTokensPerDocument !== undefined && { max_tokens_per_doc: maxTokensPerDocument }),
  }),
  readAnswer: readRanking,
}
