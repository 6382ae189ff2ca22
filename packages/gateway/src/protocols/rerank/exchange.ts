import { asDouble } from '../../canonical/exact-json.ts'
import type { RerankAnswer, RerankRequest } from '../../canonical/rerank.ts'
import { asText, isObject, type JsonObject } from '../../raw/json.ts'
import type { ClientConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'max_tokens_per_doc',
  'return_documents',
])

/** As Jina's and Cohere's clients ask: https://jina.ai/reranker, https://docs.cohere.com/reference/rerank */
export const rerankClient: ClientConverter<RerankRequest, RerankAnswer> = {
  readRequest(body, losses) {
    for (const name of Object.keys(body)) if (!KNOWN.has(name)) lose(losses, `"${name}"`, 'only Jina knows it')
    const { documents } = body
    const query = asText(body.query)
    if (query === null) throw new RequestRefused('query must be a text', 'query')
    if (!Array.isArray(documents) || documents.length === 0 || !documents.every(isDocument)) {
      throw new RequestRefused('documents must be texts or objects with a text', 'documents')
    }
    const topN = asDouble(body.top_n)
    const maxTokensPerDocument = asDouble(body.max_tokens_per_doc)
    return {
      query,
      documents,
      ...(topN !== null && { topN }),
      ...(maxTokensPerDocument !== null && { maxTokensPerDocument }),
      returnsDocuments: body.return_documents === true,
    }
  },

  writeAnswer: ({ id, results, searches }, { documents, returnsDocuments }, { model }) => ({
    ...(id && { id }),
    object: 'list',
    model,
    results: results.map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(returnsDocuments && { document: asObjectOfText(documents[index] ?? '') }),
    })),
    ...(searches !== null && { meta: { billed_units: { search_units: searches } } }),
  }),
}

const isDocument = (value: unknown): value is string | JsonObject => typeof value === 'string' || isObject(value)
const asObjectOfText = (document: string | JsonObject): JsonObject =>
  typeof document === 'string' ? { text: document } : document
