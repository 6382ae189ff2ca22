import { at, compatible, PLAIN_THINKER } from './compatible.ts'

export const deepseek = compatible({
  type: 43,
  id: 'deepseek',
  name: 'DeepSeek',
  color: 'blue',
  baseUrl: 'https://api.deepseek.com',
  models: { catalogue: 'deepseek' },
  paths: { ...at('/v1', 'openai-chat', 'openai-responses'), 'openai-completions': '/beta/completions' },
  quirks: { ...PLAIN_THINKER, thinkingWords: 'type' },
})
