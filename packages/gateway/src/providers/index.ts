import { dialects } from '../dialects/index.ts'
import type { Format } from '../follow/index.ts'
import { anthropic } from './anthropic.ts'
import { custom, openai } from './openai.ts'
import type { Provider } from './provider.ts'

/** Channel type → how it is reached. A type without a line cannot be called yet. */
const providers: Record<number, Provider> = {
  1: openai,
  8: custom,
  14: anthropic,
}

export const providerOf = (channelType: number): Provider | undefined => providers[channelType]
export type { Converses, Provider, ProviderCall, ProviderChannel } from './provider.ts'

/** Whether calls in a format can go to a provider, as they are or converted. */
export const canServe = (provider: Provider, format: Format): boolean =>
  provider.speaks.has(format) || (format in dialects && provider.converses !== undefined)
