import { at, compatible, PLAIN_THINKER } from './compatible.ts'

export const volcengine = compatible({
  type: 45,
  id: 'volcengine',
  name: 'Volcengine',
  color: 'blue',
  baseUrl: 'https://ark.cn-beijing.volces.com',
  paths: at('/api/v3', 'openai-chat', 'openai-embeddings', 'openai-image-generations'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'type' },
  // Bots are models by another path. https://www.volcengine.com/docs/82379/1526787
  path: ({ format, model }, path) =>
    format === 'openai-chat' && model.startsWith('bot') ? '/api/v3/bots/chat/completions' : path,
})
