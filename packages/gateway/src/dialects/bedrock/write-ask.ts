import type { Ask, AskParameters } from '../../canonical/ask.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteAskContext } from '../dialect.ts'
import { type Loss, lose } from '../losses.ts'
import { writeExtras, writePlain } from '../parameters.ts'
import { limitCachePoints } from './cache-points.ts'
import { holdsToSchemas } from './models.ts'
import { parameters } from './parameters.ts'
import { writeFields } from './write-fields.ts'
import { writeMessages } from './write-messages.ts'
import { writeTools } from './write-tools.ts'

/**
 * Model and manner are the address's to say.
 * @throws AskRefused
 */
export function writeAsk(ask: Ask, context: WriteAskContext): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const { system, messages } = writeMessages(ask, context, losses)
  const { asked, fields } = writeFields(ask, context, losses)
  const inferenceConfig = writePlain(takenParameters(asked, losses), parameters, losses)
  const body: JsonObject = {
    messages,
    ...(system.length > 0 && { system }),
    ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
    ...writeTools(ask, context.model, losses),
    ...(Object.keys(fields).length > 0 && { additionalModelRequestFields: fields }),
    ...writeFormat(ask, context.model, losses),
    ...writeRest(ask.parameters, losses),
    ...writeExtras(ask, 'bedrock', losses),
  }
  limitCachePoints(body, losses)
  return { body, losses }
}

/** What Converse would refuse is brought to what it takes. */
function takenParameters(asked: AskParameters, losses: Loss[]): AskParameters {
  const { temperature, stop, ...rest } = asked
  // it refuses a stop sequence of nothing but spaces
  const stops = stop?.filter(sequence => sequence.trim() !== '') ?? []
  if (stops.length < (stop?.length ?? 0)) lose(losses, 'stop', 'Converse does not stop at spaces alone')
  if (temperature !== undefined && temperature > 1) lose(losses, 'temperature', 'Converse takes 0 to 1; sent as 1')
  return {
    ...rest,
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(stops.length > 0 && { stop: stops }),
  }
}

function writeFormat({ parameters: { format } }: Ask, model: string, losses: Loss[]): JsonObject {
  if (!format || format.type === 'text') return {}
  if (format.type === 'json') lose(losses, 'format', 'Converse holds to a schema, not to any JSON')
  else if (!holdsToSchemas(model)) lose(losses, 'format', `${model} does not hold to a schema`)
  else {
    const { name, description, schema } = format
    const described = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
    const jsonSchema = { schema: JSON.stringify(schema), ...described }
    return { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
  }
  return {}
}

const TIERS: ReadonlySet<string> = new Set(['default', 'flex', 'priority'])

function writeRest({ serviceTier, metadata }: AskParameters, losses: Loss[]): JsonObject {
  const hasTier = serviceTier !== undefined && TIERS.has(serviceTier)
  if (serviceTier !== undefined && serviceTier !== 'auto' && !hasTier)
    lose(losses, 'serviceTier', `Converse has no tier ${serviceTier}`)
  const told = Object.entries(metadata ?? {}).filter(([, value]) => typeof value === 'string')
  if (told.length < Object.keys(metadata ?? {}).length) lose(losses, 'metadata', 'Converse takes texts only')
  return {
    ...(hasTier && { serviceTier: { type: serviceTier } }),
    ...(told.length > 0 && { requestMetadata: Object.fromEntries(told) }),
  }
}
