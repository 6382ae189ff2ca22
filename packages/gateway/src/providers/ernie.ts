import { embeddingsBy } from '../exchanges/index.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/exchange.ts'
import type { Provider } from './provider.ts'

/** Version 1's names for models; others keep their own. https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Nlks5zkzu */
const SLUGS: Readonly<Record<string, string>> = {
  'ERNIE-4.0': 'completions_pro',
  'ERNIE-4.0-8K': 'completions_pro',
  'ERNIE-Bot-4': 'completions_pro',
  'ERNIE-Bot': 'completions',
  'ERNIE-3.5-8K': 'completions',
  'ERNIE-Bot-turbo': 'eb-instant',
  'ERNIE-Lite-8K-0922': 'eb-instant',
  'ERNIE-Speed': 'ernie_speed',
  'ERNIE-Speed-8K': 'ernie_speed',
  'ERNIE-Bot-8K': 'ernie_bot_8k',
  'BLOOMZ-7B': 'bloomz_7b1',
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
}

const OTHER_MODELS = [
  'ERNIE-3.5-8K-0205',
  'ERNIE-3.5-8K-1222',
  'ERNIE-3.5-4K-0205',
  'ERNIE-Speed-128K',
  'ERNIE-Lite-8K-0308',
  'ERNIE-Tiny-8K',
  'Embedding-V1',
]

const embeddings = embeddingsBy(openAiEmbeddings)
const embeds = (model: string): boolean => /^(embedding|bge-large|tao-8k)/i.test(model)

/** Baidu, version 1: a pair of keys is exchanged for a token, which goes into the address. */
export const ernie: Provider = {
  type: 15,
  id: 'ernie',
  name: 'Baidu Wenxin',
  color: 'blue',
  baseUrl: 'https://aip.baidubce.com',
  keyFormat: 'APIKey|SecretKey',
  modelNames: [...Object.keys(SLUGS), ...OTHER_MODELS],
  nativeFormats: () => new Set(),
  target: model => (embeds(model) ? undefined : { dialect: 'ernie' }),
  exchanges: model => (embeds(model) ? embeddings : {}),
  address: ({ channel, model }) => {
    const slug = SLUGS[model] ?? model.toLowerCase()
    const kind = embeds(model) ? 'embeddings' : 'chat'
    return `${channel.baseUrl}/rpc/2.0/ai_custom/v1/wenxinworkshop/${kind}/${encodeURIComponent(slug)}`
  },
  headers: () => ({}),
  patches: ({ format }) =>
    format === 'openai-embeddings' ? { model: undefined, encoding_format: undefined, dimensions: undefined } : {},
  credential: () => 'baidu-token',
  // invalid and expired
  isStale: ({ code }) => code === '110' || code === '111',
  secrets: ({ key }) => key.split('|'),
}

/** null: it is not a pair. */
export function readBaiduKey(key: string): { apiKey: string; secretKey: string } | null {
  const [apiKey, secretKey, ...more] = key.split('|').map(part => part.trim())
  return apiKey && secretKey && more.length === 0 ? { apiKey, secretKey } : null
}
