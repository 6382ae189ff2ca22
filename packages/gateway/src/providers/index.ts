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
export type { Provider, ProviderCall, ProviderChannel } from './provider.ts'
