import type { Ask } from '../../canonical/ask.ts'
import { asObject, type JsonObject, lookUp } from '../../raw/json.ts'
import type { WriteAskContext } from '../dialect.ts'
import { note } from '../limits.ts'
import type { Loss } from '../losses.ts'
import { writeExtras, writePlain } from '../parameters.ts'
import { limitCacheMarks } from './cache-marks.ts'
import { limits } from './limits.ts'
import { holdsToSchemas } from './models.ts'
import { parameters } from './parameters.ts'
import { writeMessages } from './write-messages.ts'
import { writeSampling } from './write-sampling.ts'
import { writeThinking } from './write-thinking.ts'
import { writeTools } from './write-tools.ts'

/** Messages demands a limit. The default of Anthropic's own older SDKs. */
const DEFAULT_MAX_TOKENS = 8192

/** @throws AskRefused */
export function writeAsk(ask: Ask, context: WriteAskContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { system, messages } = writeMessages(ask, context, losses)
  const { thinking, effort, maxTokens } = writeThinking(
    ask,
    context.model,
    context.defaultMaxTokens ?? DEFAULT_MAX_TOKENS,
    losses,
  )
  const { output_config: ownConfig, ...extras } = writeExtras(ask, 'anthropic-messages', losses)
  const outputConfig = {
    ...asObject(ownConfig),
    ...(effort !== null && { effort }),
    ...writeFormat(ask, context.model, losses),
  }
  const body: JsonObject = {
    model: context.model,
    max_tokens: maxTokens,
    ...(system !== null && { system }),
    messages,
    ...writePlain(ask.parameters, parameters, losses),
    ...writeSampling(ask.parameters, context.model, thinking !== null && thinking.type !== 'disabled', losses),
    ...writeTools(ask, context.model, losses),
    ...(thinking && { thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    ...writeRest(ask, losses),
    ...extras,
    ...(ask.stream && { stream: true }),
  }
  limitCacheMarks(body, losses)
  return { body, losses }
}

function writeFormat({ parameters: { format } }: Ask, model: string, losses: Loss[]): JsonObject {
  if (!format || format.type === 'text') return {}
  if (format.type === 'json') note(losses, limits.anyJson)
  else if (holdsToSchemas(model) || !model.includes('claude')) {
    const { description, schema } = format
    return { format: { type: 'json_schema', schema: description === undefined ? schema : { description, ...schema } } }
  } else note(losses, limits.schema)
  return {}
}

function writeRest({ parameters: { stop, user, serviceTier, cache } }: Ask, losses: Loss[]): JsonObject {
  const tier = lookUp(TIERS, serviceTier)
  if (serviceTier !== undefined && !tier) note(losses, limits.tier)
  // it refuses a stop sequence of nothing but spaces
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
