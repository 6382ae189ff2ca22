import { DATA_ONLY } from '../canonical/media-by-address.ts'
import { embeddingsBy, rerankingsBy } from '../exchanges/index.ts'
import { ollamaEmbeddings } from '../protocols/ollama-embed/embeddings.ts'
import { xinferenceRerank } from '../protocols/rerank/xinference.ts'
import { at, compatible, IMAGES, PLAIN_THINKER, SOUNDS, SYSTEM_ONLY } from './compatible.ts'

export const ai360 = compatible({
  type: 19,
  id: 'ai360',
  name: '360',
  color: 'blue',
  baseUrl: 'https://api.360.cn',
  paths: at('/v1', 'openai-chat', 'openai-embeddings'),
  quirks: SYSTEM_ONLY,
})

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

export const fastgpt = compatible({
  type: 22,
  id: 'fastgpt',
  name: 'FastGPT',
  color: 'blue',
  baseUrl: 'https://api.fastgpt.in/api',
  paths: at('/v1', 'openai-chat'),
  quirks: SYSTEM_ONLY,
})

export const lingyi = compatible({
  type: 31,
  id: 'lingyi',
  name: 'Lingyi',
  color: 'green',
  baseUrl: 'https://api.lingyiwanwu.com',
  paths: at('/v1', 'openai-chat'),
  quirks: SYSTEM_ONLY,
})

export const m3e = compatible({
  type: 44,
  id: 'm3e',
  name: 'M3E embedding',
  color: 'purple',
  baseUrl: 'https://api.moka.ai',
  paths: at('', 'openai-embeddings'),
})

export const moonshot = compatible({
  type: 25,
  id: 'moonshot',
  name: 'Moonshot',
  color: 'geekblue',
  baseUrl: 'https://api.moonshot.cn',
  plans: { 'kimi-coding-plan': { messages: 'https://api.kimi.com/coding', chat: 'https://api.kimi.com/coding/v1' } },
  models: { catalogue: 'moonshotai' },
  paths: { ...at('/v1', 'openai-chat'), 'anthropic-messages': '/anthropic/v1/messages' },
  // https://platform.moonshot.cn/docs/guide/use-kimi-vision-model
  quirks: { ...PLAIN_THINKER, ...DATA_ONLY, thinkingWords: 'type' },
})

export const ollama = compatible({
  type: 4,
  id: 'ollama',
  name: 'Ollama',
  color: 'default',
  baseUrl: 'http://localhost:11434',
  paths: at('/v1', 'openai-chat', 'openai-completions'),
  // https://docs.ollama.com/api/openai-compatibility
  quirks: { ...SYSTEM_ONLY, ...DATA_ONLY },
  exchanges: embeddingsBy(ollamaEmbeddings),
})

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

export const siliconcloud = compatible({
  type: 40,
  id: 'siliconcloud',
  name: 'SiliconCloud',
  color: 'purple',
  baseUrl: 'https://api.siliconflow.cn',
  paths: at('/v1', 'openai-chat', 'openai-embeddings', 'rerank', ...SOUNDS, 'openai-image-generations'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'flag' },
})

export const xinference = compatible({
  type: 47,
  id: 'xinference',
  name: 'Xinference',
  color: 'purple',
  paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-embeddings', ...IMAGES, ...SOUNDS),
  quirks: SYSTEM_ONLY,
  exchanges: rerankingsBy(xinferenceRerank),
})
