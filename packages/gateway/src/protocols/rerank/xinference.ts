import type { RerankAnswer, RerankRequest } from '../../canonical/rerank.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { lose } from '../common/losses.ts'
import { asPlainText, readRanking } from './ranking.ts'

/**
 * Xinference's requests are Jina's, but it takes only texts, and repeats them in a form Jina's clients do not know.
 * https://inference.readthedocs.io/en/latest/models/model_abilities/rerank.html
 */
export const xinferenceRerank: UpstreamConverter<RerankRequest, RerankAnswer, 'rerank'> = {
  format: 'rerank',
  path: () => '/v1/rerank',
  writeRequest({ query, documents, topN, maxTokensPerDocument }, model, losses) {
    if (maxTokensPerDocument !== undefined) lose(losses, 'max_tokens_per_doc', 'Xinference does not support it')
    return { model, query, documents: documents.map(asPlainText), ...(topN !== undefined && { top_n: topN }) }
  },
  readAnswer: readRanking,
}
