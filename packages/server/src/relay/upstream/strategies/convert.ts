import {
  type ClientDialectId,
  type Conversion,
  clientDialects,
  converted,
  splitSse,
  type TargetProtocol,
  thinkingToContent,
  type UpstreamDialectId,
  upstreamDialects,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import type { OutgoingRequest, RequestPlan, RequestStrategy, UpstreamBody } from './strategy.ts'
import { writeRequest } from './write-request.ts'

/** The request read in the client's dialect and written in the upstream's; the answer takes the way back. */
export const convert = (outgoing: OutgoingRequest, target: TargetProtocol): RequestStrategy => ({
  format: target.dialect,
  path: model => PATHS[target.dialect](model, outgoing.envelope.isStream),
  isConverted: true,
  keepsAnswer: false,
  write: plan => write(outgoing, plan, target),
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

async function write(outgoing: OutgoingRequest, plan: RequestPlan, target: TargetProtocol): Promise<UpstreamBody> {
  const { call, envelope } = outgoing
  const { format } = call.endpoint
  const { dialect, origin } = target
  const { body, losses, customTools } = plan.passesBody
    ? { body: envelope.text, losses: [], customTools: new Set<string>() }
    : await writeRequest(outgoing, plan, target)
  const conversion: Conversion = {
    customTools,
    // Only conversations reach a provider that does not speak their format (see `canServe`).
    client: clientDialects[format as ClientDialectId],
    upstream: upstreamDialects[dialect],
    framing: plan.framing ?? splitSse,
    ...(origin && { origin }),
    answer: answerContext(outgoing),
    ...(format === 'openai-chat' && plan.setting.thinking_to_content && { reshape: thinkingToContent }),
    losses,
  }
  return { body, pipeline: converted(conversion), losses }
}
