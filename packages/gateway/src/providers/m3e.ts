import { at, compatible } from './compatible.ts'

export const m3e = compatible({
  type: 44,
  id: 'm3e',
  name: 'M3E embedding',
  color: 'purple',
  baseUrl: 'https://api.moka.ai',
  paths: at('', 'openai-embeddings'),
})
