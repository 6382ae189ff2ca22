import type { CanonicalRequest, OutputFormat, RequestParameters } from '../../canonical/request.ts'
import { asArray, asObject, type JsonObject, lookUp } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { reasons, writeEffort } from '../common/openai-effort.ts'
import { takenByHost, writeExtras, writePlain } from '../common/parameters.ts'
import { limits } from './limits.ts'
import { INCLUDE, parameters, TIERS } from './parameters.ts'
import type { ResponsesRequestContext } from './quirks.ts'
import { writeInput } from './write-input.ts'
import { writeTools } from './write-tools.ts'

/** @throws RequestRefused */
export function writeRequest(
  given: CanonicalRequest,
  context: ResponsesRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const request = takenByHost(given, 'openai-responses', context.quirks, losses)
  const { instructions, input } = writeInput(request, context, losses)
  const { include, text, reasoning, ...extras } = writeExtras(request, 'openai-responses', losses)
  const asked = request.parameters
  const body: JsonObject = {
    model: context.model,
    ...(instructions !== null && { instructions }),
    input,
    ...writePlain(asked, parameters, losses),
    ...writeLimit(asked, losses),
    ...writeTier(request, losses),
    ...writeText(asked, asObject(text)),
    ...writeReasoning(asked, context.model, asObject(reasoning), losses),
    ...writeInclude(asked, context.model, asArray(include)),
    ...writeTools(request, losses),
    ...extras,
    // the client keeps the conversation, unless it asks to store it
    store: asked.store ?? false,
  }
  return { body: request.stream ? { ...body, stream: true } : body, losses }
}

const LEAST_TOKENS = 16

function writeLimit({ maxTokens }: RequestParameters, losses: Loss[]): JsonObject {
  if (maxTokens === undefined) return {}
  if (maxTokens < LEAST_TOKENS) note(losses, limits.leastTokens)
  return { max_output_tokens: Math.max(maxTokens, LEAST_TOKENS) }
}

function writeTier({ dialect, parameters: { serviceTier: tier } }: CanonicalRequest, losses: Loss[]): JsonObject {
  if (tier === undefined) return {}
  if (TIERS.has(tier) || dialect === 'openai-responses') return { service_tier: tier }
  note(losses, limits.tier)
  return {}
}

function writeText({ format, verbosity }: RequestParameters, extras: JsonObject | null): JsonObject {
  const text = {
    ...extras,
    ...(format && { format: writeFormat(format) }),
    ...(verbosity !== undefined && { verbosity }),
  }
  return Object.keys(text).length > 0 ? { text } : {}
}

function writeFormat(format: OutputFormat): JsonObject {
  if (format.type === 'text') return { type: 'text' }
  if (format.type === 'json') return { type: 'json_object' }
  const { name = 'answer', description, schema, strict } = format
  return {
    type: 'json_schema',
    name,
    ...(description !== undefined && { description }),
    schema,
    ...(strict !== undefined && { strict }),
  }
}

/** Summaries are requested only for clients that ask, because many accounts may not use them. */
const SUMMARIES: Readonly<Record<string, string>> = {
  auto: 'auto',
  concise: 'concise',
  detailed: 'detailed',
  summarized: 'auto',
}

function writeReasoning(
  { reasoning: asked }: RequestParameters,
  model: string,
  extras: JsonObject | null,
  losses: Loss[],
): JsonObject {
  const effort = writeEffort(asked, model, limits, losses)
  const summary = reasons(model) ? lookUp(SUMMARIES, asked?.show) : undefined
  const reasoning = { ...extras, ...(effort !== null && { effort }), ...(summary && { summary }) }
  return Object.keys(reasoning).length > 0 ? { reasoning } : {}
}

/** Always requests sealed reasoning, so that the next turn can continue from it. */
function writeInclude({ logprobs }: RequestParameters, model: string, extras: unknown[]): JsonObject {
  const include = [...extras, ...(reasons(model) ? [INCLUDE.signatures] : []), ...(logprobs ? [INCLUDE.logprobs] : [])]
  return include.length > 0 ? { include } : {}
}
