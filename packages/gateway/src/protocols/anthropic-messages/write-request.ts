import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObject, type JsonObject, lookUp } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { takenByHost, writeExtras, writePlain } from '../common/parameters.ts'
import { limitCacheMarks } from './cache-marks.ts'
import { limits } from './limits.ts'
import { holdsToSchemas } from './models.ts'
import { parameters } from './parameters.ts'
import { writeMessages } from './write-messages.ts'
import { writeSampling } from './write-sampling.ts'
import { writeThinking } from './write-thinking.ts'
import { writeTools } from './write-tools.ts'

/** Messages requires a limit. This is the default of Anthropic's older SDKs. */
const DEFAULT_MAX_TOKENS = 8192

/** @throws RequestRefused */
export function writeRequest(
  given: CanonicalRequest,
  context: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const request = takenByHost(given, 'anthropic-messages', context.quirks, losses)
  const { system, messages } = writeMessages(request, context, losses)
  const { thinking, effort, maxTokens } = writeThinking(
    request,
    context.model,
    context.defaultMaxTokens ?? DEFAULT_MAX_TOKENS,
    losses,
  )
  const { output_config: ownConfig, ...extras } = writeExtras(request, 'anthropic-messages', losses)
  const outputConfig = {
    ...asObject(ownConfig),
    ...(effort !== null && { effort }),
    ...writeFormat(request, context.model, losses),
  }
  const body: JsonObject = {
    model: context.model,
    max_tokens: maxTokens,
    ...(system !== null && { system }),
    messages,
    ...writePlain(request.parameters, parameters, losses),
    ...writeSampling(request.parameters, context.model, thinking !== null && thinking.type !== 'disabled', losses),
    ...writeTools(request, context.model, losses),
    ...(thinking && { thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    ...writeRest(request, losses),
    ...extras,
    ...(request.stream && { stream: true }),
  }
  limitCacheMarks(body, losses)
  return { body, losses }
}

function writeFormat({ parameters: { format } }: CanonicalRequest, model: string, losses: Loss[]): JsonObject {
  if (!format || format.type === 'text') return {}
  if (format.type === 'json') note(losses, limits.anyJson)
  else if (holdsToSchemas(model) || !model.includes('claude')) {
    const { description, schema } = format
    return { format: { type: 'json_schema', schema: description === undefined ? schema : { description, ...schema } } }
  } else note(losses, limits.schema)
  return {}
}

function writeRest({ parameters: { stop, user, serviceTier, cache } }: CanonicalRequest, losses: Loss[]): JsonObject {
  const tier = lookUp(TIERS, serviceTier)
  if (serviceTier !== undefined && !tier) note(losses, limits.tier)
  // it refuses a stop sequence of only spaces
  const stops = stop?.filter(sequence => sequence.trim() !== '') ?? []
  if (stops.length < (stop?.length ?? 0)) note(losses, limits.blankStops)
  return {
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(user !== undefined && { metadata: { user_id: user } }),
    ...(tier !== undefined && { service_tier: tier }),
    ...(cache && { cache_control: { type: 'ephemeral', ...cache } }),
  }
}

const TIERS: Readonly<Record<string, string>> = { auto: 'auto', default: 'standard_only' }
