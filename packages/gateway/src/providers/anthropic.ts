import { countsBy } from '../exchanges/index.ts'
import { anthropicCounts } from '../protocols/anthropic-count-tokens/index.ts'
import type { Format } from '../protocols/index.ts'
import { claudeHeaders } from './claude-headers.ts'
import type { Provider } from './provider.ts'

const DEFAULT_VERSION = '2023-06-01'

export const ANTHROPIC_FORMATS: ReadonlySet<Format> = new Set(['anthropic-messages', 'anthropic-count-tokens'])

const counts = countsBy(anthropicCounts)

/** Token counting for clients of all formats. */
export const anthropicCountExchanges = () => counts

export const anthropic: Provider = {
  type: 14,
  id: 'anthropic',
  name: 'Anthropic Claude',
  color: 'orange',
  baseUrl: 'https://api.anthropic.com',
  models: { catalogue: 'anthropic' },
  nativeFormats: () => ANTHROPIC_FORMATS,
  // https://platform.claude.com/docs/en/build-with-claude/vision
  target: () => ({ dialect: 'anthropic-messages', quirks: { httpsOnly: true } }),
  exchanges: anthropicCountExchanges,
  // https://platform.claude.com/docs/en/build-with-claude/batch-processing
  batches: { protocol: 'anthropic', formats: ['anthropic-messages'], priceShare: 0.5 },
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: call => ({
    'anthropic-version': call.clientHeaders.get('anthropic-version') ?? DEFAULT_VERSION,
    ...claudeHeaders(call),
    'x-api-key': call.channel.key,
  }),
}
