import { clientDialects, type Format } from '../protocols/index.ts'
import { aiProxyLibrary } from './aiproxy-library.ts'
import { alibaba } from './alibaba.ts'
import { anthropic } from './anthropic.ts'
import { aws } from './aws/index.ts'
import { azure } from './azure.ts'
import { baidu } from './baidu.ts'
import { cloudflare } from './cloudflare.ts'
import { cohere } from './cohere.ts'
import {
  ai360,
  deepseek,
  fastgpt,
  lingyi,
  m3e,
  moonshot,
  ollama,
  openrouter,
  perplexity,
  siliconcloud,
  xinference,
} from './compatible-hosts.ts'
import { coze } from './coze.ts'
import { custom } from './custom.ts'
import { dify } from './dify.ts'
import { ernie } from './ernie.ts'
import { gemini, palm } from './gemini.ts'
import { hunyuan } from './hunyuan.ts'
import { jina } from './jina.ts'
import { midjourney, midjourneyPlus } from './midjourney.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import type { Provider, ProviderChannel } from './provider.ts'
import { resellers } from './resellers.ts'
import { spark } from './spark.ts'
import { suno } from './task-host.ts'
import { vertex } from './vertex.ts'
import { videoHosts } from './video-hosts.ts'
import { volcengine } from './volcengine.ts'
import { xai } from './xai.ts'
import { zhipu } from './zhipu.ts'
import { zhipuV3 } from './zhipu-v3.ts'

/** All providers, in the order of forms. A new one is a file and a line here. */
export const providers: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  azure,
  aws,
  vertex,
  palm,
  deepseek,
  xai,
  mistral,
  openrouter,
  cohere,
  ollama,
  xinference,
  custom,
  moonshot,
  zhipu,
  zhipuV3,
  alibaba,
  baidu,
  ernie,
  hunyuan,
  volcengine,
  lingyi,
  minimax,
  siliconcloud,
  ai360,
  perplexity,
  jina,
  cloudflare,
  m3e,
  fastgpt,
  aiProxyLibrary,
  dify,
  coze,
  spark,
  midjourney,
  midjourneyPlus,
  suno,
  ...videoHosts,
  ...resellers,
]

const byType = new Map(providers.map(provider => [provider.type, provider]))

/** Returns the provider for a channel type; undefined: there is none, and no such channel can be made. */
export const providerOf = (channelType: number): Provider | undefined => byType.get(channelType)
export type {
  BatchHost,
  CredentialKind,
  MediaUpload,
  OperatorOptions,
  PollCall,
  Provider,
  ProviderCall,
  ProviderChannel,
  StopCall,
  TargetProtocol,
} from './provider.ts'

/** Returns whether calls in a format can go to a channel's model, unchanged or converted. */
export const canServe = (channel: ProviderChannel & { provider: Provider }, format: Format, model: string): boolean =>
  channel.provider.nativeFormats(model, channel).has(format) ||
  channel.provider.exchanges?.(model, channel)[format] !== undefined ||
  (format in clientDialects && channel.provider.target?.(model, channel, format) !== undefined)
