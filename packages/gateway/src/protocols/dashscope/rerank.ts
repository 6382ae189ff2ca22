import { asDouble } from '../../canonical/exact-json.ts'
import type { RerankAnswer, RerankRequest } from '../../canonical/rerank.ts'
import { noUsage } from '../../canonical/usage.ts'
import { asObjects, asText, dig } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { asPlainText } from '../rerank/ranking.ts'
import { readDashScopeError } from './errors.ts'

/** https://help.aliyun.com/zh/model-studio/text-rerank-api */
export const dashScopeRerank: UpstreamConverter<RerankRequest, RerankAnswer, 'dashscope-rerank'> = {
  format: 'dashscope-rerank',
  path: () => '/api/v1/services/rerank/text-rerank/text-rerank',
  lacks: { maxTokensPerDocument: { what: 'max_tokens_per_doc', why: 'DashScope does not support it' } },
  writeRequest: ({ query, documents, topN }, model) => ({
    model,
    input: { query, documents: documents.map(asPlainText) },
    // the gateway has them already
    parameters: { return_documents: false, ...(topN !== undefined && { top_n: topN }) },
  }),
  readAnswer(body) {
    const results = dig(body, 'output.results')
    if (!Array.isArray(results)) return null
    const tokens = asDouble(dig(body, 'usage.total_tokens'))
    return {
      id: asText(body.request_id),
      results: asObjects(results).map(({ index, relevance_score }) => ({
        index: asDouble(index) ?? 0,
        score: asDouble(relevance_score) ?? 0,
      })),
      searches: null,
      usage: tokens === null ? null : { ...noUsage(), input: tokens },
    }
  },
  readError: readDashScopeError,
}
