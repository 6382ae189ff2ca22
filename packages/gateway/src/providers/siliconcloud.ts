import { at, compatible, PLAIN_THINKER, SOUNDS } from './compatible.ts'

export const siliconcloud = compatible({
  type: 40,
  id: 'siliconcloud',
  name: 'SiliconCloud',
  color: 'purple',
  baseUrl: 'https://api.siliconflow.cn',
  paths: at('/v1', 'openai-chat', 'openai-embeddings', 'rerank', ...SOUNDS, 'openai-image-generations'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'flag' },
})
