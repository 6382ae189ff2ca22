import { noteIdentity, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asObject, dig } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { members } from '../common/input-size.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import { texts } from '../openai-embeddings/index.ts'
import type { ClientProtocol } from '../protocol.ts'
import { rerankClient } from './exchange.ts'
import { rerankMeter } from './meter.ts'

/** https://jina.ai/reranker, https://docs.cohere.com/reference/rerank */
const inputSize = members({
  'query documents': texts,
  'model top_n top_k max_tokens_per_doc max_chunks_per_doc rank_fields return_documents truncation instruction user':
    'text',
})

/** Rerankings. Jina reports `usage`, others `meta.tokens`; Cohere bills searches. */
const observer = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.results).length > 0
    noteUsage(tally, asObject(answer.usage) ?? dig(answer, 'meta.tokens'), readOpenAiUsage)
    const searches = dig(answer, 'meta.billed_units.search_units')
    if (typeof searches === 'number' && searches > 0) tally.units = searches
  },
})

/** Rerankings, as Jina's and Cohere's clients ask for them. */
export const rerank = {
  observer,
  meter: rerankMeter,
  inputSize,
  endpoint: { path: '/v1/rerank', errors: openAiErrors },
  rerank: rerankClient,
} satisfies ClientProtocol
