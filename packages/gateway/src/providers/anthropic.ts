import type { Format } from '../follow/index.ts'
import { forwarded, type Provider } from './provider.ts'

const DEFAULT_VERSION = '2023-06-01'

export const ANTHROPIC_FORMATS: ReadonlySet<Format> = new Set(['anthropic-messages', 'anthropic-count-tokens'])

export const anthropic: Provider = {
  speaks: () => ANTHROPIC_FORMATS,
  converses: () => ({ dialect: 'anthropic-messages' }),
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel, clientHeaders }) => ({
    'x-api-key': channel.key,
    'anthropic-version': clientHeaders.get('anthropic-version') ?? DEFAULT_VERSION,
    ...forwarded(clientHeaders, ['anthropic-beta']),
  }),
}
