import { imageEditsBy, imagesBy, rerankingsBy } from '../exchanges/index.ts'
import { dashScopeImageEdits, dashScopeImages, isTaskPath } from '../protocols/dashscope/images.ts'
import { dashScopeRerank } from '../protocols/dashscope/rerank.ts'
import { taskUrl } from '../protocols/dashscope/task.ts'
import { at, compatible, PLAIN_THINKER } from './compatible.ts'

/** Makers whose models speak Messages there. */
const MESSAGES = /qwen|deepseek-v4|kimi|glm|minimax-m/i
/** Alibaba's own models, which speak Responses. */
const RESPONSES = /^(qwen|qwq)/i

const exchanges = {
  ...rerankingsBy(dashScopeRerank),
  ...imagesBy(dashScopeImages),
  ...imageEditsBy(dashScopeImageEdits),
}

export const alibaba = compatible({
  type: 17,
  id: 'alibaba',
  name: 'Alibaba Qwen',
  color: 'orange',
  baseUrl: 'https://dashscope.aliyuncs.com',
  other: 'plugin',
  modelNames: [
    'gte-rerank-v2',
    'qwen-max',
    'qwen-max-longcontext',
    'qwen-plus',
    'qwen-turbo',
    'qwen3-235b-a22b',
    'qwq-32b',
    'text-embedding-v1',
  ],
  paths: {
    ...at('/compatible-mode/v1', 'openai-chat', 'openai-completions', 'openai-embeddings'),
    'openai-responses': '/api/v2/apps/protocols/compatible-mode/v1/responses',
    'anthropic-messages': '/apps/anthropic/v1/messages',
  },
  speaks: (format, model) =>
    format === 'anthropic-messages'
      ? MESSAGES.test(model)
      : format === 'openai-responses'
        ? RESPONSES.test(model)
        : true,
  quirks: { ...PLAIN_THINKER, thinkingWords: 'flag' },
  // some of its models refuse a third decimal
  topP: { least: 0.01, most: 0.99, decimals: 2 },
  exchanges,
  headers: ({ channel, format, path, isStream }): Record<string, string> => ({
    ...(channel.other && { 'x-dashscope-plugin': channel.other }),
    ...(isStream && { 'x-dashscope-sse': 'enable' }),
    ...(format === 'dashscope-images' && isTaskPath(path) && { 'x-dashscope-async': 'enable' }),
  }),
  poll({ channel, format }, body) {
    const url = format === 'dashscope-images' ? taskUrl(channel.baseUrl, body) : null
    return url && { ...url, headers: { authorization: `Bearer ${channel.key}` } }
  },
})
