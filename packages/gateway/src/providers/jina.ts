import { at, compatible } from './compatible.ts'

export const jina = compatible({
  type: 38,
  id: 'jina',
  name: 'Jina',
  color: 'blue',
  baseUrl: 'https://api.jina.ai',
  modelNames: [
    'jina-clip-v1',
    'jina-embeddings-v3',
    'jina-embeddings-v4',
    'jina-reranker-m0',
    'jina-reranker-v2-base-multilingual',
    'jina-reranker-v3',
  ],
  paths: at('/v1', 'openai-embeddings', 'rerank'),
  // it has another name for it; without it, it returns numbers
  members: { 'openai-embeddings': () => ({ refused: { encoding_format: 'encoding_format' } }) },
})
