import { asDouble } from '../../canonical/exact-json.ts'
import type { RerankAnswer } from '../../canonical/rerank.ts'
import { asObjects, asText, dig, type JsonObject } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'

/** Returns a document for upstreams that take only texts; it includes an object's members besides its text. */
export function asPlainText(document: string | JsonObject): string {
  if (typeof document === 'string') return document
  const { text, ...others } = document
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : JSON.stringify(document)
}

/** Cohere's response format, which others share; null: the body is not one. */
export function readRanking(body: JsonObject): RerankAnswer | null {
  if (!Array.isArray(body.results)) return null
  return {
    id: asText(body.id),
    results: asObjects(body.results).map(({ index, relevance_score }) => ({
      index: asDouble(index) ?? 0,
      score: asDouble(relevance_score) ?? 0,
    })),
    searches: asDouble(dig(body, 'meta.billed_units.search_units')),
    usage: readOpenAiUsage(dig(body, 'meta.tokens'))?.usage ?? null,
  }
}
