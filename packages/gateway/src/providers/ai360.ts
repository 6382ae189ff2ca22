import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const ai360 = compatible({
  type: 19,
  id: 'ai360',
  name: '360',
  color: 'blue',
  baseUrl: 'https://api.360.cn',
  paths: at('/v1', 'openai-chat', 'openai-embeddings'),
  quirks: SYSTEM_ONLY,
})
