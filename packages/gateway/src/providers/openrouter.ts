import { at, compatible } from './compatible.ts'

export const openrouter = compatible({
  type: 20,
  id: 'openrouter',
  name: 'OpenRouter',
  color: 'purple',
  baseUrl: 'https://openrouter.ai/api',
  models: { catalogue: 'openrouter' },
  paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-responses', 'openai-embeddings'),
  quirks: { cacheControl: true, thinkingWords: 'router' },
  headers: ({ options }) => {
    const site = options.get('ServerAddress')
    return { 'x-title': 'Tollgate', ...(site && { 'http-referer': site }) }
  },
})
