import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const cloudflare = compatible({
  type: 39,
  id: 'cloudflare',
  name: 'Cloudflare',
  color: 'orange',
  baseUrl: 'https://api.cloudflare.com',
  other: 'account_id',
  models: { catalogue: 'cloudflare' },
  paths: at('/ai/v1', 'openai-chat', 'openai-embeddings'),
  quirks: SYSTEM_ONLY,
  // https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/
  path: ({ channel }, path) => `/client/v4/accounts/${encodeURIComponent(channel.other)}${path}`,
  secrets: ({ other }) => [other],
})
