import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const fastgpt = compatible({
  type: 22,
  id: 'fastgpt',
  name: 'FastGPT',
  color: 'blue',
  baseUrl: 'https://api.fastgpt.in/api',
  paths: at('/v1', 'openai-chat'),
  quirks: SYSTEM_ONLY,
})
