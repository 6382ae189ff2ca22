import { compatible } from './compatible.ts'

/** Zhipu's fourth version: a key `id.secret` signs a token of its own for each call. */
export const zhipu = compatible({
  type: 26,
  id: 'zhipu',
  name: 'Zhipu GLM-4V',
  color: 'purple',
  baseUrl: 'https://open.bigmodel.cn',
  keyFormat: 'id.secret',
  models: { catalogue: 'zai' },
  paths: { 'openai-chat': '/api/paas/v4/chat/completions', 'openai-embeddings': '/api/paas/v4/embeddings' },
  quirks: { systemOnly: true, reasoningBack: 'content', barePictures: true, thinkingWords: 'type' },
  topP: { most: 0.99 },
  credential: ({ key }) => (splitZhipuKey(key) ? 'zhipu-token' : undefined),
  secrets: ({ key }) => Object.values(splitZhipuKey(key) ?? {}),
})

/** null: the key is in one piece, and goes as it is. */
export function splitZhipuKey(key: string): { id: string; secret: string } | null {
  const [id, secret, ...more] = key.split('.')
  return id && secret && more.length === 0 ? { id, secret } : null
}
