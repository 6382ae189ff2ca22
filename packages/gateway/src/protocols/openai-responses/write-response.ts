import type { FinishEvent, StartEvent } from '../../canonical/answer.ts'
import type { UpstreamError } from '../../errors/upstream-error.ts'
import { asObjects, type JsonObject } from '../../raw/json.ts'
import type { WriteAnswerContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'
import { TIERS } from './parameters.ts'
import { writeUsage } from './write-usage.ts'

/** Returns a response's members at its first event. */
export function writeOpening(start: StartEvent, context: WriteAnswerContext, losses: Loss[]): JsonObject {
  const { model, tools, ...asked } = context.asked ?? {}
  return {
    id: start.id || context.id,
    object: 'response',
    created_at: start.created ?? context.created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model: context.model || start.model || model || '',
    output: [],
    tools: asObjects(tools).map(writeTool),
    background: false,
    store: false,
    previous_response_id: null,
    ...repeated(asked),
    ...writeTier(start.serviceTier, losses),
    ...context.stored,
  }
}

function writeTier(tier: string | undefined, losses: Loss[]): JsonObject {
  if (tier === undefined) return {}
  if (TIERS.has(tier)) return { service_tier: tier }
  note(losses, limits.answeredTier)
  return {}
}

/** Members of the request that the answer repeats, with their defaults. */
const REPEATED: Readonly<Record<string, unknown>> = {
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
}

const repeated = (asked: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(REPEATED).map(([name, value]) => [name, asked[name] ?? value]))

const writeTool = (tool: JsonObject): JsonObject =>
  tool.type === 'function' ? { parameters: null, strict: null, ...tool } : tool

/** The end of a response: its final members over those of its opening. */
export function writeEnding(finish: FinishEvent, output: JsonObject[]): JsonObject & { status: string } {
  const reason = INCOMPLETE[finish.reason === 'refusal' && !tellsRefusal(output) ? 'content-filter' : finish.reason]
  return {
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason ? { reason } : null,
    output,
    ...(finish.usage && { usage: writeUsage(finish.usage) }),
  }
}

const INCOMPLETE: Readonly<Record<string, string>> = { length: 'max_output_tokens', 'content-filter': 'content_filter' }

const tellsRefusal = (output: JsonObject[]): boolean =>
  output.some(item => asObjects(item.content).some(part => part.type === 'refusal'))

export function writeFailure(error: UpstreamError, message: string, output: JsonObject[]): JsonObject {
  return { status: 'failed', error: { code: codeOf(error), message }, output }
}

/** https://platform.openai.com/docs/api-reference/responses/object: OpenAI's own codes, on which its clients switch. */
function codeOf({ code, status }: UpstreamError): string {
  if (code !== null && CODES.has(code)) return code
  if (status === 429) return 'rate_limit_exceeded'
  return status >= 400 && status < 500 ? 'invalid_prompt' : 'server_error'
}

const CODES = new Set([
  'server_error',
  'rate_limit_exceeded',
  'invalid_prompt',
  'vector_store_timeout',
  'context_length_exceeded',
  'insufficient_quota',
])
