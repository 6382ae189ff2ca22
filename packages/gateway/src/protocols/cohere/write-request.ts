import { budgetOf, effortOf } from '../../canonical/efforts.ts'
import type { CanonicalRequest, RequestParameters } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { writeExtras, writePlain } from '../common/parameters.ts'
import { limits } from './limits.ts'
import { thinks } from './models.ts'
import { parameters } from './parameters.ts'
import { writeMessages } from './write-messages.ts'
import { writeTools } from './write-tools.ts'

/** @throws RequestRefused */
export function writeRequest(
  request: CanonicalRequest,
  { model }: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const tools = writeTools(request, losses)
  const body = {
    model,
    messages: writeMessages(request.turns, model, losses),
    ...writePlain(takenParameters(request.parameters, losses), parameters, losses),
    ...tools,
    ...writeFormat(request.parameters, 'tools' in tools, losses),
    ...writeThinking(request.parameters, model, losses),
    ...writeExtras(request, 'cohere', losses),
    stream: request.stream,
  }
  return { body, losses }
}

const MOST_STOPS = 5

/** The range of each value that Cohere takes. */
const RANGES = {
  topP: [0.01, 0.99],
  topK: [0, 500],
  temperature: [0, 1],
  frequencyPenalty: [0, 1],
  presencePenalty: [0, 1],
} as const satisfies Partial<Record<keyof RequestParameters, readonly [number, number]>>

/** Adjusts values that Cohere would refuse. */
function takenParameters(asked: RequestParameters, losses: Loss[]): RequestParameters {
  const taken = { ...asked }
  for (const name of Object.keys(RANGES) as (keyof typeof RANGES)[]) {
    const value = asked[name]
    if (value === undefined) continue
    const [least, most] = RANGES[name]
    taken[name] = Math.min(most, Math.max(least, value))
    if (taken[name] !== value) note(losses, limits[name])
  }
  if (asked.stop && asked.stop.length > MOST_STOPS) {
    note(losses, limits.stops)
    taken.stop = asked.stop.slice(0, MOST_STOPS)
  }
  return taken
}

function writeFormat({ format }: RequestParameters, hasTools: boolean, losses: Loss[]): JsonObject {
  if (!format || format.type === 'text') return {}
  if (hasTools) {
    note(losses, limits.format)
    return {}
  }
  const { description, schema } = format.type === 'json-schema' ? format : { description: undefined, schema: undefined }
  const described = schema && description !== undefined ? { description, ...schema } : schema
  return { response_format: { type: 'json_object', ...(described && { json_schema: described }) } }
}

function writeThinking({ reasoning }: RequestParameters, model: string, losses: Loss[]): JsonObject {
  if (!reasoning) return {}
  const isOff = effortOf(reasoning) === 'none'
  if (!thinks(model)) {
    if (!isOff) note(losses, limits.reasoning)
    return {}
  }
  if (isOff) return { thinking: { type: 'disabled' } }
  const budget = budgetOf(reasoning)
  return { thinking: { type: 'enabled', ...(budget !== null && { token_budget: budget }) } }
}
