import type { Format } from '../protocols/index.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'
import type { Provider } from './provider.ts'

const SIGNED = 'https://hunyuan.tencentcloudapi.com'
/** Where keys of one part are taken. */
const COMPATIBLE = 'https://tokenhub.tencentmaas.com'
const NONE: ReadonlySet<Format> = new Set()

/** By a key of one part, which speaks as OpenAI does. https://cloud.tencent.com/document/product/1729/111007 */
const byPlainKey = compatible({
  type: 23,
  id: 'hunyuan',
  name: 'Tencent Hunyuan',
  color: 'cyan',
  baseUrl: SIGNED,
  keyFormat: 'AppId|SecretId|SecretKey',
  modelNames: ['hunyuan-lite', 'hunyuan-pro', 'hunyuan-standard', 'hunyuan-standard-256K', 'hunyuan-vision'],
  paths: at('/v1', 'openai-chat', 'openai-embeddings'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'type' },
})

/** Tencent: a key of three parts signs calls in Hunyuan's own format, a key of one part goes to the compatible host. */
export const hunyuan: Provider = {
  ...byPlainKey,
  nativeFormats: (model, channel) => (readTencentKey(channel.key) ? NONE : byPlainKey.nativeFormats(model, channel)),
  target: (model, channel) =>
    readTencentKey(channel.key) ? { dialect: 'hunyuan' } : byPlainKey.target?.(model, channel),
  exchanges: (model, channel) => (readTencentKey(channel.key) ? {} : (byPlainKey.exchanges?.(model, channel) ?? {})),
  address: call => {
    const { channel } = call
    if (readTencentKey(channel.key)) return `${channel.baseUrl}/`
    return byPlainKey.address({ ...call, channel: { ...channel, baseUrl: compatibleHost(channel.baseUrl) } })
  },
  headers: call =>
    readTencentKey(call.channel.key)
      ? { 'x-tc-action': ACTION, 'x-tc-version': '2023-09-01' }
      : byPlainKey.headers(call),
  patches: (call, member, losses) =>
    call.format === 'hunyuan' ? {} : (byPlainKey.patches?.(call, member, losses) ?? {}),
  credential: ({ key }) => (readTencentKey(key) ? 'tencent-signature' : undefined),
  secrets: ({ key }) => key.split('|'),
}

const ACTION = 'ChatCompletions'
const compatibleHost = (baseUrl: string): string => (baseUrl === SIGNED ? COMPATIBLE : baseUrl)

/** null: the key is of one part. */
export function readTencentKey(key: string): { secretId: string; secretKey: string } | null {
  const [appId, secretId, secretKey, ...more] = key.split('|').map(part => part.trim())
  return appId !== undefined && secretId && secretKey && more.length === 0 ? { secretId, secretKey } : null
}
