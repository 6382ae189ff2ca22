import { dialects } from '../dialects/index.ts'
import type { Format } from '../follow/index.ts'
import { anthropic } from './anthropic.ts'
import { aws } from './aws/index.ts'
import { azure } from './azure.ts'
import { compatibleHosts } from './compatible.ts'
import { gemini } from './gemini.ts'
import { custom, openai } from './openai.ts'
import type { Provider } from './provider.ts'
import { vertex } from './vertex.ts'
import { zhipu } from './zhipu.ts'

/** Channel type → how it is reached. A type without a line cannot be called yet. */
const providers: Record<number, Provider> = {
  ...compatibleHosts,
  1: openai,
  3: azure,
  8: custom,
  14: anthropic,
  24: gemini,
  26: zhipu,
  33: aws,
  41: vertex,
}

export const providerOf = (channelType: number): Provider | undefined => providers[channelType]
export type {
  Converses,
  CredentialKind,
  OperatorOptions,
  Provider,
  ProviderCall,
  ProviderChannel,
} from './provider.ts'

/** Whether calls in a format can go to a provider's model, as they are or converted. */
export const canServe = (provider: Provider, format: Format, model: string): boolean =>
  provider.speaks(model).has(format) || (format in dialects && provider.converses !== undefined)
