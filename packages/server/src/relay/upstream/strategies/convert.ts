import {
  type ClientDialectId,
  type Conversion,
  clientDialects,
  cloudflareRunPath,
  converted,
  splitSse,
  type TargetProtocol,
  thinkingToContent,
  type UpstreamDialectId,
  upstreamDialects,
  writeGeminiChatAddress,
} from '@tollgate/gateway'
import { asBody } from '../../request/large-body/patch-in-turns.ts'
import { answerContext } from './answer-context.ts'
import { passedBody } from './patch.ts'
import type { OutgoingRequest, RequestPlan, RequestStrategy, UpstreamBody } from './request-strategy.ts'
import { writeRequest } from './write-request.ts'

/** Converts the request from the client's dialect to the upstream's, and the answer back. */
export const convert = (outgoing: OutgoingRequest, target: TargetProtocol): RequestStrategy => ({
  format: target.dialect,
  path: model => PATHS[target.dialect](model, outgoing.envelope.isStream),
  isConverted: true,
  keepsAnswer: false,
  write: plan => write(outgoing, plan, target),
})

/** The usual path of each dialect. */
const PATHS: Record<UpstreamDialectId, (model: string, stream: boolean) => string> = {
  'openai-chat': () => '/v1/chat/completions',
  'openai-responses': () => '/v1/responses',
  'anthropic-messages': () => '/v1/messages',
  gemini: (model, stream) => writeGeminiChatAddress({ model, stream }),
  bedrock: (model, stream) => `/model/${encodeURIComponent(model)}/${stream ? 'converse-stream' : 'converse'}`,
  cohere: () => '/v2/chat',
  hunyuan: () => '/',
  dify: () => '/v1/chat-messages',
  coze: () => '/v3/chat',
  spark: () => '/v1.1/chat',
  ernie: () => '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat',
  'zhipu-v3': (model, stream) => `/api/paas/v3/model-api/${model}/${stream ? 'sse-invoke' : 'invoke'}`,
  'aiproxy-library': () => '/api/library/ask',
  'cloudflare-run': model => cloudflareRunPath(model),
}

async function write(outgoing: OutgoingRequest, plan: RequestPlan, target: TargetProtocol): Promise<UpstreamBody> {
  const { call } = outgoing
  const { format } = call.endpoint
  const { dialect, origin } = target
  const { body, inspected, losses, customTools, search } = plan.passesBody
    ? {
        ...asBody(await passedBody(outgoing, dialect, plan.model)),
        losses: [],
        customTools: new Set<string>(),
        search: undefined,
      }
    : await writeRequest(outgoing, plan, target)
  const conversion: Conversion = {
    customTools,
    // Only conversations are routed to a provider that does not speak their format (see `canServe`).
    client: clientDialects[format as ClientDialectId],
    upstream: upstreamDialects[dialect],
    framing: plan.framing ?? splitSse,
    ...(origin && { origin }),
    answer: answerContext(outgoing, search),
    ...(format === 'openai-chat' && plan.setting.thinking_to_content && { reshape: thinkingToContent }),
    losses,
  }
  return { body, ...(inspected && { inspected }), pipeline: converted(conversion), losses }
}
