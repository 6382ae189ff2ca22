import { asEffort } from '../../canonical/efforts.ts'
import type { CanonicalRequest, ReasoningRequest, RequestParameters, Tool } from '../../canonical/request.ts'
import { asObject, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { readExtras, readPlain } from '../common/parameters.ts'
import { readTier } from '../gemini/read-request.ts'
import { relatedTo } from './for-gemini.ts'
import { agentMembers, keptByProvider, otherConfigMembers, otherMembers, parameters } from './parameters.ts'
import { readFormat } from './read-format.ts'
import { readInput } from './read-input.ts'
import { holdsToSchemas, readToolChoice, readTools } from './read-tools.ts'

/** @throws RequestRefused */
export function readRequest(body: unknown): CanonicalRequest {
  const wire = asObject(body)
  if (!wire) throw new RequestRefused('the request must be a JSON object')
  const config = objectOrEmpty(wire.generation_config)
  const { parameters: asked, extras: ofFormat } = readFormat(wire)
  const kept = keptByProvider.find(name => asText(wire[name]) !== null)
  const agent = agentMembers.find(name => wire[name] != null)
  const extras = {
    ...readExtras(wire, parameters, otherMembers),
    ...under('generation_config', readExtras(config, parameters, otherConfigMembers)),
    ...under('response_format', ofFormat),
  }
  const related = relatedTo(extras)
  return {
    dialect: 'gemini-interactions',
    model: asText(wire.model) ?? '',
    stream: wire.stream === true,
    turns: [...readSystem(wire.system_instruction), ...readInput(wire.input)],
    tools: readTools(wire.tools).map(tool => (holdsToSchemas(config.tool_choice) ? held(tool) : tool)),
    parameters: { ...readPlain(config, parameters), ...asked, ...readMapped(wire, config) },
    extras,
    ...(related && { related }),
    ...(kept && { keptByProvider: kept }),
    ...(agent && { ownOnly: { member: agent, why: NO_AGENTS } }),
  }
}

const NO_AGENTS = 'only Google runs its agents and their environments; name a model without them'

/** Members below the body's own are named by their path. */
const under = (path: string, members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value]))

function readSystem(instruction: unknown): CanonicalRequest['turns'] {
  if (instruction == null) return []
  if (typeof instruction !== 'string')
    throw new RequestRefused('system_instruction must be a string', 'system_instruction')
  return instruction === '' ? [] : [{ role: 'system', parts: [{ type: 'text', text: instruction }] }]
}

const held = (tool: Tool): Tool => (tool.type === 'function' ? { ...tool, strict: true } : tool)

function readMapped(wire: JsonObject, config: JsonObject): RequestParameters {
  const toolChoice = readToolChoice(config.tool_choice)
  const reasoning = readReasoning(config)
  const tier = asText(wire.service_tier)
  return {
    ...(toolChoice && { toolChoice }),
    ...(reasoning && { reasoning }),
    ...(tier !== null && { serviceTier: readTier(tier) }),
  }
}

function readReasoning({ thinking_level, thinking_summaries }: JsonObject): ReasoningRequest | null {
  const effort = asEffort(thinking_level)
  const show = asText(thinking_summaries)
  if (effort === null && show === null) return null
  const mode = effort !== null ? 'on' : show === 'none' ? null : 'adaptive'
  return { ...(mode && { mode }), ...(effort !== null && { effort }), ...(show !== null && { show }) }
}
