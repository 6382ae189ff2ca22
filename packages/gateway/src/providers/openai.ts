import type { Format } from '../follow/index.ts'
import { forwarded, type Provider } from './provider.ts'

const OPENAI_FORMATS: ReadonlySet<Format> = new Set([
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'openai-embeddings',
  'openai-moderations',
])

/** OpenAI itself and every host that is reached like it: base address + the client's path, a bearer key. */
export const openai: Provider = {
  speaks: () => OPENAI_FORMATS,
  converses: () => ({ dialect: 'openai-chat' }),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel, clientHeaders }) => ({
    authorization: `Bearer ${channel.key}`,
    ...(channel.organization && { 'openai-organization': channel.organization }),
    ...forwarded(clientHeaders, ['openai-beta']),
  }),
}

/** A custom channel's base address is the whole address; `{model}` in it is filled in. */
export const custom: Provider = {
  ...openai,
  address: ({ channel, model }) => channel.baseUrl.replaceAll('{model}', encodeURIComponent(model)),
}
