import { at, compatible, PLAIN_THINKER } from './compatible.ts'

export const alibaba = compatible({
  type: 17,
  id: 'alibaba',
  name: 'Alibaba Qwen',
  color: 'orange',
  baseUrl: 'https://dashscope.aliyuncs.com',
  other: 'plugin',
  paths: at('/compatible-mode/v1', 'openai-chat', 'openai-embeddings'),
  quirks: { ...PLAIN_THINKER, thinkingWords: 'flag' },
  // some of its models refuse a third decimal
  topP: { least: 0.01, most: 0.99, decimals: 2 },
  headers: ({ channel }): Record<string, string> => (channel.other ? { 'x-dashscope-plugin': channel.other } : {}),
})
