import { forwarded, type Provider } from './provider.ts'

const DEFAULT_VERSION = '2023-06-01'

export const anthropic: Provider = {
  speaks: new Set(['anthropic-messages', 'anthropic-count-tokens']),
  converses: () => ({ dialect: 'anthropic-messages' }),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel, clientHeaders }) => ({
    'x-api-key': channel.key,
    'anthropic-version': clientHeaders.get('anthropic-version') ?? DEFAULT_VERSION,
    ...forwarded(clientHeaders, ['anthropic-beta']),
  }),
}
