import { asEffort } from '../../canonical/efforts.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type {
  CanonicalRequest,
  OutputFormat,
  ReasoningRequest,
  RequestParameters,
  Turn,
} from '../../canonical/request.ts'
import { asArray, asObject, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { RequestAddress } from '../common/dialect.ts'
import { RequestRefused } from '../common/losses.ts'
import { readExtras, readPlain } from '../common/parameters.ts'
import { camelCased } from './camel-case.ts'
import { otherConfigMembers, otherMembers, parameters, TIERS, toolMembers } from './parameters.ts'
import { readContents, readSystem } from './read-contents.ts'
import { readSchema } from './read-schema.ts'
import { readToolChoice, readTools } from './read-tools.ts'

/** @throws RequestRefused */
export function readRequest(body: unknown, address?: RequestAddress): CanonicalRequest {
  const object = asObject(body)
  if (!object) throw new RequestRefused('the request must be a JSON object')
  if (!address?.model) throw new RequestRefused('the path must name a model', 'model')
  const wire = camelCased(object)
  if (wire.contents === undefined) throw new RequestRefused('contents is not specified', 'contents')
  const config = camelCased(objectOrEmpty(wire.generationConfig))
  const toolConfig = camelCased(objectOrEmpty(wire.toolConfig))
  const calling = camelCased(objectOrEmpty(toolConfig.functionCallingConfig))
  const system: Turn[] = readSystem(wire.systemInstruction)
  return {
    dialect: 'gemini',
    model: address.model,
    stream: address.stream,
    turns: [...system, ...readContents(wire.contents)],
    tools: readTools(wire.tools, asText(calling.mode)),
    parameters: { ...readPlain(config, parameters), ...readMapped(wire, config, calling) },
    extras: {
      ...readExtras(wire, parameters, otherMembers),
      ...nested('generationConfig', { ...readExtras(config, parameters, otherConfigMembers), ...ownFormat(config) }),
      ...nested('toolConfig', readExtras(toolConfig, parameters, toolMembers)),
      ...nested('toolConfig.functionCallingConfig', readExtras(calling, parameters, toolMembers)),
    },
    ...(typeof wire.cachedContent === 'string' && { keptByProvider: 'cachedContent' }),
  }
}

/** Members below the body's own are named by their path. */
const nested = (path: string, members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]))

function readMapped(wire: JsonObject, config: JsonObject, calling: JsonObject): RequestParameters {
  const toolChoice = readToolChoice(calling)
  const format = readFormat(config)
  const reasoning = readReasoning(camelCased(objectOrEmpty(config.thinkingConfig)))
  const modalities = asArray(config.responseModalities).flatMap(modality => asText(modality)?.toLowerCase() ?? [])
  const tier = asText(wire.serviceTier)
  return {
    ...(toolChoice && { toolChoice }),
    ...(format && { format }),
    ...(reasoning && { reasoning }),
    ...(modalities.length > 0 && { modalities }),
    ...(tier !== null && { serviceTier: readTier(tier) }),
  }
}

/** Returns OpenAI's name for a Gemini tier. */
export function readTier(wireTier: string): string {
  const lower = wireTier.toLowerCase()
  return TIERS.find(([, theirs]) => theirs === lower)?.[0] ?? lower
}

function readFormat(config: JsonObject): OutputFormat | null {
  if (config.responseMimeType === 'text/plain') return { type: 'text' }
  if (config.responseMimeType !== 'application/json') return null
  const own = asObject(config.responseSchema)
  const schema = asObject(config.responseJsonSchema) ?? (own && readSchema(own))
  return schema ? { type: 'json-schema', schema, strict: true } : { type: 'json' }
}

/** A format that only Gemini has, for example one word from a list, is unchanged. */
function ownFormat({ responseMimeType, responseSchema }: JsonObject): JsonObject {
  if (asText(responseMimeType) === null || COMMON_FORMATS.has(responseMimeType)) return {}
  return { responseMimeType, ...(responseSchema !== undefined && { responseSchema }) }
}

const COMMON_FORMATS: ReadonlySet<unknown> = new Set(['text/plain', 'application/json'])

function readReasoning(thinking: JsonObject): ReasoningRequest | null {
  const budget = asDouble(thinking.thinkingBudget)
  const effort = asEffort(asText(thinking.thinkingLevel)?.toLowerCase())
  const { includeThoughts } = thinking
  const mode = modeOf(budget, effort !== null, includeThoughts === true)
  const reasoning: ReasoningRequest = {
    ...(mode && { mode }),
    ...(effort !== null && { effort }),
    ...(budget !== null && budget > 0 && { budget }),
    ...(typeof includeThoughts === 'boolean' && { show: includeThoughts ? 'auto' : 'none' }),
  }
  return Object.keys(reasoning).length > 0 ? reasoning : null
}

/** A budget of 0 switches thinking off; a negative one leaves it to the model. */
function modeOf(budget: number | null, hasEffort: boolean, shows: boolean): ReasoningRequest['mode'] | null {
  if (budget === 0) return 'off'
  if (hasEffort || (budget !== null && budget > 0)) return 'on'
  return budget !== null || shows ? 'adaptive' : null
}
