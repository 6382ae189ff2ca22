import { lose } from '../../protocols/losses.ts'
import type { UpstreamSide } from '../exchange.ts'
import type { RerankAnswer, RerankRequest } from './rerank.ts'
import { asPlainText, readRanking } from './words.ts'

/**
 * Xinference asks as Jina does, but takes texts only, and what it repeats of them is nothing Jina's clients know.
 * https://inference.readthedocs.io/en/latest/models/model_abilities/rerank.html
 */
export const xinferenceRerank: UpstreamSide<RerankRequest, RerankAnswer> = {
  format: 'rerank',
  path: () => '/v1/rerank',
  writeRequest({ query, documents, topN, maxTokensPerDocument }, model, losses) {
    if (maxTokensPerDocument !== undefined) lose(losses, 'max_tokens_per_doc', 'Xinference has no word for it')
    return { model, query, documents: documents.map(asPlainText), ...(topN !== undefined && { top_n: topN }) }
  },
  readAnswer: readRanking,
}
