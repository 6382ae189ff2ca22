import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const lingyi = compatible({
  type: 31,
  id: 'lingyi',
  name: 'Lingyi',
  color: 'green',
  baseUrl: 'https://api.lingyiwanwu.com',
  paths: at('/v1', 'openai-chat'),
  quirks: SYSTEM_ONLY,
})
