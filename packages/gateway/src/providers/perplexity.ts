import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const perplexity = compatible({
  type: 27,
  id: 'perplexity',
  name: 'Perplexity',
  color: 'cyan',
  baseUrl: 'https://api.perplexity.ai',
  models: { catalogue: 'perplexity' },
  paths: at('', 'openai-chat'),
  quirks: { ...SYSTEM_ONLY, reasoningBack: 'none' },
  topP: { most: 0.99 },
})
