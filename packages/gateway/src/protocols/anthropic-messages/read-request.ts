import { asEffort } from '../../canonical/efforts.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type {
  CanonicalRequest,
  OutputFormat,
  ReasoningRequest,
  RequestParameters,
  ToolChoice,
  Turn,
} from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, lookUp } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { ofMessages } from '../common/own-only.ts'
import { readExtras } from '../common/parameters.ts'
import { otherMembers, parameters } from './parameters.ts'
import { cacheMark, readContent, readSystem } from './read-content.ts'
import { readTools } from './read-tools.ts'

/** @throws RequestRefused */
export function readRequest(body: unknown): CanonicalRequest {
  const wire = asObject(body)
  if (!wire) throw new RequestRefused('the request must be a JSON object')
  if (asText(wire.model) === null) throw new RequestRefused('model: field required', 'model')
  if (!Array.isArray(wire.messages)) throw new RequestRefused('messages: field required', 'messages')
  const system = readSystem(wire.system)
  const turns = wire.messages.map(readTurn)
  const ownOnly = readOwnOnly(wire)
  return {
    dialect: 'anthropic-messages',
    model: String(wire.model),
    stream: wire.stream === true,
    turns: system.length > 0 ? [{ role: 'system', parts: system }, ...turns] : turns,
    ...readTools(asObjects(wire.tools), turns),
    parameters: readParameters(wire),
    extras: { ...readExtras(wire, parameters, otherMembers), ...nestedExtras(wire) },
    ...(ownOnly && { ownOnly }),
  }
}

/** This refusal makes clients send the whole conversation again: github.com/anthropics/anthropic-sdk-typescript. */
function readOwnOnly(wire: JsonObject): CanonicalRequest['ownOnly'] {
  if (asObject(wire.thread)) {
    return { member: 'thread', why: `thread: ${ofMessages.thread.why}`, detail: 'thread_unsupported_request' }
  }
  if (asArray(wire.mcp_servers).length > 0) return { member: 'mcp_servers', why: ofMessages.mcpServers.why }
  return undefined
}

function readTurn(message: unknown, at: number): Turn {
  const wire = asObject(message)
  const role = wire?.role
  if (!wire || (role !== 'user' && role !== 'assistant' && role !== 'system')) {
    throw new RequestRefused(`messages.${at}.role: must be user, assistant or system`, `messages.${at}.role`)
  }
  return { role, parts: readContent(wire.content) }
}

function readParameters(wire: JsonObject): RequestParameters {
  const number = (name: string): number | undefined => {
    if (wire[name] === undefined || wire[name] === null) return undefined
    const value = asDouble(wire[name])
    if (value === null) throw new RequestRefused(`${name}: must be a number`, name)
    return value
  }
  const stop = asArray(wire.stop_sequences).map(String)
  const toolChoice = readToolChoice(asObject(wire.tool_choice))
  const format = readFormat(asObject(asObject(wire.output_config)?.format) ?? asObject(wire.output_format))
  const reasoning = readReasoning(wire)
  const user = asText(asObject(wire.metadata)?.user_id)
  const cache = cacheMark(wire)
  const tier = asText(wire.service_tier)
  return defined({
    maxTokens: number('max_tokens'),
    temperature: number('temperature'),
    topP: number('top_p'),
    topK: number('top_k'),
    stop: stop.length > 0 ? stop : undefined,
    toolChoice,
    parallelToolCalls: asObject(wire.tool_choice)?.disable_parallel_tool_use === true ? false : undefined,
    format,
    reasoning,
    user: user ?? undefined,
    cache: cache ?? undefined,
    serviceTier: tier === null ? undefined : (lookUp(TIERS, tier) ?? tier),
  })
}

const TIERS: Readonly<Record<string, string>> = { standard_only: 'default' }

function readToolChoice(wire: JsonObject | null): ToolChoice | undefined {
  switch (wire?.type) {
    case 'auto':
    case 'none':
      return { type: wire.type }
    case 'any':
      return { type: 'required' }
    case 'tool':
      return { type: 'tool', name: asText(wire.name) ?? '' }
    default:
      return undefined
  }
}

function readFormat(wire: JsonObject | null): OutputFormat | undefined {
  if (wire?.type !== 'json_schema') return undefined
  return { type: 'json-schema', schema: asObject(wire.schema) ?? {}, strict: true }
}

function readReasoning(wire: JsonObject): ReasoningRequest | undefined {
  const thinking = asObject(wire.thinking)
  const effort = asEffort(asObject(wire.output_config)?.effort)
  const budget = asDouble(thinking?.budget_tokens)
  const show = asText(thinking?.display)
  const mode = lookUp(MODES, thinking?.type)
  if (!mode && effort === null) return undefined
  return {
    ...(mode && { mode }),
    ...(effort !== null && { effort }),
    ...(budget !== null && { budget }),
    ...(show !== null && { show }),
  }
}

const MODES: Readonly<Record<string, ReasoningRequest['mode']>> = {
  enabled: 'on',
  disabled: 'off',
  adaptive: 'adaptive',
}

/** Returns the members of `output_config` that are not read above. */
function nestedExtras(wire: JsonObject): JsonObject {
  const { format: _format, effort: _effort, ...rest } = asObject(wire.output_config) ?? {}
  return Object.keys(rest).length > 0 ? { output_config: rest } : {}
}

const defined = (parameters: RequestParameters): RequestParameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
