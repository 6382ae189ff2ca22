import { imagesBy, transcriptionsBy } from '../exchanges/index.ts'
import { cloudflareImages } from '../protocols/cloudflare-run/images.ts'
import { cloudflareTranscriptions } from '../protocols/cloudflare-run/transcriptions.ts'
import { at, compatible, SYSTEM_ONLY } from './compatible.ts'
import { lackedBy } from './host-parameters.ts'
import type { TargetProtocol } from './provider.ts'

/** Models that support Responses fully and Chat only partly. */
const RESPONSES = /\/gpt-oss-/

/** `other` is the account. Formats that OpenAI lacks address the model by path. */
export const cloudflare = compatible({
  type: 39,
  id: 'cloudflare',
  name: 'Cloudflare',
  color: 'orange',
  baseUrl: 'https://api.cloudflare.com',
  other: 'account_id',
  models: { catalogue: 'cloudflare' },
  modelNames: ['@cf/openai/whisper', '@cf/openai/whisper-large-v3-turbo'],
  paths: at('/ai/v1', 'openai-chat', 'openai-embeddings', 'openai-responses'),
  speaks(format, model) {
    if (format === 'openai-responses') return RESPONSES.test(model)
    return format !== 'openai-chat' || !RESPONSES.test(model)
  },
  quirks: SYSTEM_ONLY,
  target: (model, _channel, client): TargetProtocol => {
    const lacks = lackedBy('cloudflare', model)
    if (RESPONSES.test(model)) return { dialect: 'openai-responses', quirks: { lacks } }
    // a text completion is sent as one, without a chat template
    if (client === 'openai-completions') return { dialect: 'cloudflare-run' }
    return { dialect: 'openai-chat', quirks: { ...SYSTEM_ONLY, lacks } }
  },
  exchanges: { ...imagesBy(cloudflareImages), ...transcriptionsBy(cloudflareTranscriptions) },
  // https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/
  path: ({ channel }, path) => `/client/v4/accounts/${encodeURIComponent(channel.other)}${path}`,
  secrets: ({ other }) => [other],
})
