import { imageEditsBy, speechBy } from '../exchanges/index.ts'
import { arkEdits } from '../protocols/images-in-json/hosts.ts'
import { volcengineSpeech } from '../protocols/volcengine-speech/speech.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'
import type { ProviderChannel } from './provider.ts'

const ARK = 'https://ark.cn-beijing.volces.com'
const SPEECH_HOST = 'https://openspeech.bytedance.com'
const SPEECH_CLUSTER = 'volcano_tts'

/** Bots are models at another path that only speak Chat. https://www.volcengine.com/docs/82379/1526787 */
const isBot = (model: string): boolean => model.startsWith('bot')
/** A DeepSeek model with this suffix is told to think. */
const THINKING = /^(deepseek.*)-thinking$/

const edits = imageEditsBy(arkEdits)
const speech = speechBy(volcengineSpeech)

/** A key of two parts, `appid|token`, is for speech, which has its own host. */
export const volcengine = compatible({
  type: 45,
  id: 'volcengine',
  name: 'Volcengine',
  color: 'blue',
  baseUrl: ARK,
  plans: { 'doubao-coding-plan': { messages: `${ARK}/api/coding`, chat: `${ARK}/api/coding/v3` } },
  modelNames: ['doubao-seed-1-6-thinking-250715', 'doubao-seedream-4-0-250828'],
  paths: {
    ...at('/api/v3', 'openai-chat', 'openai-embeddings', 'openai-image-generations', 'openai-responses', 'rerank'),
    ...at('/v1', 'openai-speech'),
  },
  speaks(format, model, channel) {
    if (format === 'openai-speech') return !readSpeechKey(channel) && channel.baseUrl !== ARK
    return format !== 'openai-responses' || !(isBot(model) || THINKING.test(model))
  },
  quirks: { ...PLAIN_THINKER, thinkingWords: 'type' },
  exchanges: (_model, channel) => ({ ...edits, ...(readSpeechKey(channel) && speech) }),
  path: ({ format, model }, path) =>
    format === 'openai-chat' && isBot(model) ? '/api/v3/bots/chat/completions' : path,
  headers: ({ format, channel }): Record<string, string> => {
    const key = format === 'volcengine-speech' ? readSpeechKey(channel) : null
    return key ? { authorization: `Bearer;${key.token}` } : {}
  },
  secrets: ({ key }) => key.split('|'),
  patches({ format, channel, model }, member) {
    const key = format === 'volcengine-speech' ? readSpeechKey(channel) : null
    if (key) return { app: { ...key, cluster: SPEECH_CLUSTER } }
    const named = format === 'openai-chat' ? THINKING.exec(model)?.[1] : undefined
    return named ? { model: named, ...(member('thinking') === undefined && { thinking: { type: 'enabled' } }) } : {}
  },
  baseOf: ({ format, channel }) =>
    format === 'volcengine-speech' && channel.baseUrl === ARK ? SPEECH_HOST : channel.baseUrl,
})

/** null: the key is for all other calls. */
function readSpeechKey({ key }: Pick<ProviderChannel, 'key'>): { appid: string; token: string } | null {
  const [appid, token, ...more] = key.split('|').map(part => part.trim())
  return appid && token && more.length === 0 ? { appid, token } : null
}
