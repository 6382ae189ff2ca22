import type { Format } from '../protocols/index.ts'
import { splitMetaStream } from '../protocols/zhipu-v3/framing.ts'
import type { Provider } from './provider.ts'
import { zhipu } from './zhipu.ts'

const NONE: ReadonlySet<Format> = new Set()
const isOld = (model: string): boolean => model.startsWith('chatglm_')

/** Zhipu: ChatGLM by API version 3, newer models by version 4. */
export const zhipuV3: Provider = {
  ...zhipu,
  type: 16,
  id: 'zhipu-v3',
  name: 'Zhipu ChatGLM',
  keyFormat: 'id.secret',
  modelNames: ['chatglm_lite', 'chatglm_pro', 'chatglm_std', 'chatglm_turbo'],
  nativeFormats: (model, channel) => (isOld(model) ? NONE : zhipu.nativeFormats(model, channel)),
  target: (model, channel) => (isOld(model) ? { dialect: 'zhipu-v3' } : zhipu.target?.(model, channel)),
  exchanges: (model, channel) => (isOld(model) ? {} : (zhipu.exchanges?.(model, channel) ?? {})),
  address: call => {
    const { channel, model, isStream } = call
    if (!isOld(model)) return zhipu.address(call)
    const action = isStream ? 'sse-invoke' : 'invoke'
    return `${channel.baseUrl}/api/paas/v3/model-api/${encodeURIComponent(model)}/${action}`
  },
  headers: call => (isOld(call.model) ? {} : zhipu.headers(call)),
  patches: (call, member, losses) => (isOld(call.model) ? {} : (zhipu.patches?.(call, member, losses) ?? {})),
  framing: ({ format }) => (format === 'zhipu-v3' ? splitMetaStream : undefined),
  credential: (_channel, model) => (isOld(model) ? 'zhipu-token' : undefined),
}
