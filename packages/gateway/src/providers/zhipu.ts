import { imagesBy } from '../exchanges/index.ts'
import { zhipuImages } from '../protocols/images-in-json/hosts.ts'
import { compatible } from './compatible.ts'

const MAINLAND = 'https://open.bigmodel.cn'
const WORLD = 'https://api.z.ai'
const plan = (host: string) => ({ messages: `${host}/api/anthropic`, chat: `${host}/api/coding/paas/v4` })

/** Zhipu's API version 4, which takes any key unchanged, also `id.secret`. */
export const zhipu = compatible({
  type: 26,
  id: 'zhipu',
  name: 'Zhipu GLM-4V',
  color: 'purple',
  baseUrl: MAINLAND,
  plans: { 'glm-coding-plan': plan(MAINLAND), 'glm-coding-plan-international': plan(WORLD) },
  models: { catalogue: 'zai' },
  modelNames: ['cogview-3-flash', 'cogview-4', 'embedding-3'],
  paths: {
    'openai-chat': '/api/paas/v4/chat/completions',
    'openai-embeddings': '/api/paas/v4/embeddings',
    'anthropic-messages': '/api/anthropic/v1/messages',
  },
  exchanges: imagesBy(zhipuImages),
  quirks: { systemOnly: true, reasoningBack: 'content', barePictures: true, thinkingWords: 'type' },
  topP: { most: 0.99 },
  secrets: ({ key }) => Object.values(splitZhipuKey(key) ?? {}),
})

/** null: the key has one part and is sent unchanged. */
export function splitZhipuKey(key: string): { id: string; secret: string } | null {
  const [id, secret, ...more] = key.split('.')
  return id && secret && more.length === 0 ? { id, secret } : null
}
