import type { Format } from '../observers/index.ts'
import { clientDialects } from '../protocols/index.ts'
import { anthropic } from './anthropic.ts'
import { aws } from './aws/index.ts'
import { azure } from './azure.ts'
import { cohere } from './cohere.ts'
import { compatibleHosts } from './compatible.ts'
import { custom } from './custom.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import type { Provider, ProviderChannel } from './provider.ts'
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
  34: cohere,
  41: vertex,
}

export const providerOf = (channelType: number): Provider | undefined => providers[channelType]
export type {
  CredentialKind,
  OperatorOptions,
  Provider,
  ProviderCall,
  ProviderChannel,
  TargetProtocol,
} from './provider.ts'

/** Whether calls in a format can go to a channel's model, as they are or converted. */
export const canServe = (channel: ProviderChannel & { provider: Provider }, format: Format, model: string): boolean =>
  channel.provider.speaks(model, channel).has(format) ||
  channel.provider.exchanges?.(model, channel)[format] !== undefined ||
  (format in clientDialects && channel.provider.target?.(model, channel) !== undefined)
