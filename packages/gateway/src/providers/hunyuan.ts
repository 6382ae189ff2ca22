import { embeddingsBy } from '../exchanges/index.ts'
import { hunyuanEmbeddings } from '../protocols/hunyuan/embeddings.ts'
import type { Format } from '../protocols/index.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'
import type { Provider } from './provider.ts'

const SIGNED = 'https://hunyuan.tencentcloudapi.com'
/** The host for keys of one part. */
const COMPATIBLE = 'https://tokenhub.tencentmaas.com'
const NONE: ReadonlySet<Format> = new Set()

/** For keys of one part: speaks OpenAI's format. https://cloud.tencent.com/document/product/1729/111007 */
const byPlainKey = compatible({
  type: 23,
  id: 'hunyuan',
  name: 'Tencent Hunyuan',
  color: 'cyan',
  baseUrl: SIGNED,
  keyFormat: 'AppId|SecretId|SecretKey',
  modelNames: [
    'hunyuan-embedding',
    'hunyuan-lite',
    'hunyuan-pro',
    'hunyuan-standard',
    'hunyuan-standard-256K',
    'hunyuan-vision',
  ],
  paths: at('/v1', 'openai-chat', 'openai-embeddings'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'type' },
})

/** Tencent: a key of three parts signs calls in Hunyuan's own format, a key of one part is for the compatible host. */
export const hunyuan: Provider = {
  ...byPlainKey,
  nativeFormats: (model, channel) => (readTencentKey(channel.key) ? NONE : byPlainKey.nativeFormats(model, channel)),
  target(model, channel) {
    if (!readTencentKey(channel.key)) return byPlainKey.target?.(model, channel)
    return EMBEDS.test(model) ? undefined : { dialect: 'hunyuan' }
  },
  exchanges: (model, channel) =>
    readTencentKey(channel.key) ? embeddings : (byPlainKey.exchanges?.(model, channel) ?? {}),
  address: call => {
    const { channel } = call
    if (readTencentKey(channel.key)) return `${channel.baseUrl}/`
    return byPlainKey.address({ ...call, channel: { ...channel, baseUrl: compatibleHost(channel.baseUrl) } })
  },
  headers: call =>
    readTencentKey(call.channel.key)
      ? { 'x-tc-action': ACTIONS[call.format === 'hunyuan-embed' ? 'embed' : 'chat'], 'x-tc-version': '2023-09-01' }
      : byPlainKey.headers(call),
  patches: (call, member, losses) =>
    readTencentKey(call.channel.key) ? {} : (byPlainKey.patches?.(call, member, losses) ?? {}),
  credential: ({ key }) => (readTencentKey(key) ? 'tencent-signature' : undefined),
  secrets: ({ key }) => key.split('|'),
}

const ACTIONS = { chat: 'ChatCompletions', embed: 'GetEmbedding' }
const EMBEDS = /embedding/
const embeddings = embeddingsBy(hunyuanEmbeddings)
const compatibleHost = (baseUrl: string): string => (baseUrl === SIGNED ? COMPATIBLE : baseUrl)

/** null: the key has one part. */
export function readTencentKey(key: string): { secretId: string; secretKey: string } | null {
  const [appId, secretId, secretKey, ...more] = key.split('|').map(part => part.trim())
  return appId !== undefined && secretId && secretKey && more.length === 0 ? { secretId, secretKey } : null
}
