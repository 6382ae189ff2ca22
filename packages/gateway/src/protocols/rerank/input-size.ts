import { members } from '../common/input-size.ts'
import { texts } from '../openai-embeddings/input-size.ts'

/** https://jina.ai/reranker, https://docs.cohere.com/reference/rerank */
export const inputSize = members({
  'query documents': texts,
  'model top_n top_k max_tokens_per_doc max_chunks_per_doc rank_fields return_documents truncation instruction user':
    'text',
})
