import { DATA_ONLY } from '../canonical/media-by-address.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'

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
