import type { CanonicalRequest, RequestParameters } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { writeExtras, writePlain } from '../common/parameters.ts'
import { limitCachePoints } from './cache-points.ts'
import { limits } from './limits.ts'
import { holdsToSchemas } from './models.ts'
import { parameters } from './parameters.ts'
import { writeFields } from './write-fields.ts'
import { writeMessages } from './write-messages.ts'
import { writeTools } from './write-tools.ts'

/**
 * The address names the model and whether to stream.
 * @throws RequestRefused
 */
export function writeRequest(
  request: CanonicalRequest,
  context: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { system, messages } = writeMessages(request, context, losses)
  const { asked, fields } = writeFields(request, context, losses)
  const inferenceConfig = writePlain(takenParameters(asked, losses), parameters, losses)
  const body: JsonObject = {
    messages,
    ...(system.length > 0 && { system }),
    ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
    ...writeTools(request, context.model, losses),
    ...(Object.keys(fields).length > 0 && { additionalModelRequestFields: fields }),
    ...writeFormat(request, context.model, losses),
    ...writeRest(request.parameters, losses),
    ...writeExtras(request, 'bedrock', losses),
  }
  limitCachePoints(body, losses)
  return { body, losses }
}

/** Adjusts values that Converse would refuse. */
function takenParameters(asked: RequestParameters, losses: Loss[]): RequestParameters {
  const { temperature, stop, ...rest } = asked
  // it refuses a stop sequence of only spaces
  const stops = stop?.filter(sequence => sequence.trim() !== '') ?? []
  if (stops.length < (stop?.length ?? 0)) note(losses, limits.blankStops)
  if (temperature !== undefined && temperature > 1) note(losses, limits.temperature)
  return {
    ...rest,
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(stops.length > 0 && { stop: stops }),
  }
}

function writeFormat({ parameters: { format } }: CanonicalRequest, model: string, losses: Loss[]): JsonObject {
  if (!format || format.type === 'text') return {}
  if (format.type === 'json') note(losses, limits.anyJson)
  else if (!holdsToSchemas(model)) note(losses, limits.schema)
  else {
    const { name, description, schema } = format
    const described = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
    const jsonSchema = { schema: JSON.stringify(schema), ...described }
    return { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
  }
  return {}
}

const TIERS: ReadonlySet<string> = new Set(['default', 'flex', 'priority'])

function writeRest({ serviceTier, metadata }: RequestParameters, losses: Loss[]): JsonObject {
  const hasTier = serviceTier !== undefined && TIERS.has(serviceTier)
  if (serviceTier !== undefined && serviceTier !== 'auto' && !hasTier) note(losses, limits.tier)
  const given = Object.entries(metadata ?? {}).filter(([, value]) => typeof value === 'string')
  if (given.length < Object.keys(metadata ?? {}).length) note(losses, limits.metadata)
  return {
    ...(hasTier && { serviceTier: { type: serviceTier } }),
    ...(given.length > 0 && { requestMetadata: Object.fromEntries(given) }),
  }
}
