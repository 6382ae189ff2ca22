import { asDouble } from '../../canonical/exact-json.ts'
import { asObjects, asText, dig, type JsonObject } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import type { RerankAnswer, RerankAsk } from './rerank.ts'

/** Cohere's second version takes texts only and repeats none. https://docs.cohere.com/reference/rerank */
export const cohereRerank: UpstreamSide<RerankAsk, RerankAnswer> = {
  format: 'cohere-rerank',
  path: () => '/v2/rerank',
  writeAsk: (ask, model) => ({
    model,
    query: ask.query,
    documents: ask.documents.map(asPlainText),
    ...(ask.topN !== undefined && { top_n: ask.topN }),
    ...(ask.maxTokensPerDocument !== undefined && { max_tokens_per_doc: ask.maxTokensPerDocument }),
  }),
  readAnswer(body) {
    if (!Array.isArray(body.results)) return null
    return {
      id: asText(body.id),
      results: asObjects(body.results).map(({ index, relevance_score }) => ({
        index: asDouble(index) ?? 0,
        score: asDouble(relevance_score) ?? 0,
      })),
      searches: asDouble(dig(body, 'meta.billed_units.search_units')),
    }
  },
}

/** An object's members beside its text count too. */
function asPlainText(document: string | JsonObject): string {
  if (typeof document === 'string') return document
  const { text, ...others } = document
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : JSON.stringify(document)
}
