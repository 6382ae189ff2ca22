import {
  type ClientDialectId,
  type Converses,
  type Conversion,
  clientDialects,
  converted,
  splitSse,
  thinkingToContent,
  type UpstreamDialectId,
  upstreamDialects,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import type { Outgoing, Route, Way, Written } from './way.ts'
import { writeAsk } from './write-ask.ts'

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
export const convert = (outgoing: Outgoing, converses: Converses): Way => ({
  format: converses.dialect,
  path: model => PATHS[converses.dialect](model, outgoing.envelope.isStream),
  isConverted: true,
  keepsAnswer: false,
  write: route => write(outgoing, route, converses),
})

/** Where a dialect's calls usually go. */
const PATHS: Record<UpstreamDialectId, (model: string, stream: boolean) => string> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: (model, stream) => writeGeminiChatAddress({ model, stream }),
  bedrock: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  cohere: () => '/v2/chat',
}

async function write(outgoing: Outgoing, route: Route, converses: Converses): Promise<Written> {
  const { call, envelope } = outgoing
  const { format } = call.endpoint
  const { dialect, origin } = converses
  const { body, losses, customTools } = route.passesBody
    ? { body: envelope.text, losses: [], customTools: new Set<string>() }
    : await writeAsk(outgoing, route, converses)
  const conversion: Conversion = {
    customTools,
    // Only conversations reach a provider that does not speak their format (see `canServe`).
    client: clientDialects[format as ClientDialectId],
    upstream: upstreamDialects[dialect],
    framing: route.framing ?? splitSse,
    ...(origin && { origin }),
    answer: answerContext(outgoing),
    ...(format === 'openai-chat' && route.setting.thinking_to_content && { reshape: thinkingToContent }),
    losses,
  }
  return { body, passage: converted(conversion), losses }
}
