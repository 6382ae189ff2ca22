import { at, compatible } from './compatible.ts'

export const jina = compatible({
  type: 38,
  id: 'jina',
  name: 'Jina',
  color: 'blue',
  baseUrl: 'https://api.jina.ai',
  paths: at('/v1', 'openai-embeddings', 'rerank'),
})
