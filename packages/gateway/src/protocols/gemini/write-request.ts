import type { CanonicalRequest, RequestParameters } from '../../canonical/request.ts'
import { type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { takenByHost, writeExtras, writePlain } from '../common/parameters.ts'
import { limits } from './limits.ts'
import { takesPenalties } from './models.ts'
import { parameters, TIERS } from './parameters.ts'
import { writeContents } from './write-contents.ts'
import { writeThinking } from './write-thinking.ts'
import { writeTools } from './write-tools.ts'

/**
 * The address names the model and whether to stream: `writeChatAddress`.
 * @throws RequestRefused
 */
export function writeRequest(
  given: CanonicalRequest,
  context: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const losses: Loss[] = []
  const request = takenByHost(given, 'gemini', context.quirks, losses)
  const { systemInstruction, contents } = writeContents(request, context, losses)
  const { tools, toolConfig } = writeTools(request, context.model, losses)
  const thinkingConfig = writeThinking(
    request.parameters.reasoning,
    context.model,
    request.dialect === 'gemini',
    losses,
  )
  const generationConfig = {
    ...writePlain(takenParameters(request, context.model, losses), parameters, losses),
    ...writeFormat(request.parameters),
    ...writeModalities(request.parameters),
    ...(thinkingConfig && { thinkingConfig }),
  }
  const body = nest(writeExtras(request, 'gemini', losses), {
    contents,
    ...(systemInstruction && { systemInstruction }),
    ...(tools.length > 0 && { tools }),
    ...(Object.keys(toolConfig).length > 0 && { toolConfig }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
    ...writeTier(request.parameters, losses),
  })
  return { body, losses }
}

const MOST_STOPS = 5
const MOST_SEED = 2 ** 31
const PENALTIES = ['frequencyPenalty', 'presencePenalty'] as const

/** Changes values that Gemini would refuse. */
function takenParameters({ dialect, parameters: asked }: CanonicalRequest, model: string, losses: Loss[]) {
  const { stop, seed, ...rest } = asked
  if (dialect !== 'gemini' && !takesPenalties(model)) {
    for (const name of PENALTIES) {
      if (asked[name]) note(losses, limits[name])
      delete rest[name]
    }
  }
  const takesSeed = seed === undefined || (Number.isInteger(seed) && Math.abs(seed) < MOST_SEED)
  if (!takesSeed) note(losses, limits.seed)
  if (stop && stop.length > MOST_STOPS) note(losses, limits.stops)
  return { ...rest, ...(stop && { stop: stop.slice(0, MOST_STOPS) }), ...(takesSeed && { seed }) }
}

function writeFormat({ format }: RequestParameters): JsonObject {
  if (!format) return {}
  if (format.type === 'text') return { responseMimeType: 'text/plain' }
  if (format.type === 'json') return { responseMimeType: 'application/json' }
  const { description, schema } = format
  return {
    responseMimeType: 'application/json',
    responseJsonSchema: description === undefined ? schema : { description, ...schema },
  }
}

const writeModalities = ({ modalities }: RequestParameters): JsonObject =>
  modalities ? { responseModalities: modalities.map(modality => modality.toUpperCase()) } : {}

function writeTier({ serviceTier }: RequestParameters, losses: Loss[]): JsonObject {
  if (serviceTier === undefined) return {}
  const wireTier = TIERS.find(([ours]) => ours === serviceTier)?.[1]
  if (wireTier) return { serviceTier: wireTier }
  note(losses, limits.tier)
  return {}
}

/** Puts extras back into the places in their names: `generationConfig.speechConfig`. */
function nest(extras: JsonObject, body: JsonObject): JsonObject {
  let nested = body
  for (const [path, value] of Object.entries(extras)) nested = setAt(nested, path.split('.'), value)
  return nested
}

function setAt(object: JsonObject, [name = '', ...deeper]: string[], value: unknown): JsonObject {
  return { ...object, [name]: deeper.length > 0 ? setAt(objectOrEmpty(object[name]), deeper, value) : value }
}
