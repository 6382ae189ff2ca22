import { asEffort } from '../../canonical/efforts.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type { CanonicalRequest, OutputFormat, ReasoningRequest, RequestParameters } from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { ofResponses } from '../common/own-only.ts'
import { readExtras, readPlain } from '../common/parameters.ts'
import { INCLUDE, keptByProvider, otherMembers, parameters } from './parameters.ts'
import { readInput } from './read-input.ts'
import { readToolChoice, readTools } from './read-tools.ts'
import { toolNames } from './tool-names.ts'

/** @throws RequestRefused */
export function readRequest(body: unknown): CanonicalRequest {
  const wire = asObject(body)
  if (!wire) throw new RequestRefused('the request must be a JSON object')
  if (asText(wire.model) === null) throw new RequestRefused('model is required', 'model')
  refuseWhatIsKept(wire)
  if (typeof wire.input !== 'string' && !Array.isArray(wire.input))
    throw new RequestRefused('input is required', 'input')
  const names = toolNames(wire.tools, wire.input)
  const { tools, deferredTools } = readTools(names)
  const instructions = asText(wire.instructions)
  const turns = readInput(wire.input, names)
  const ownOnly = readOwnOnly(wire.input)
  const toolChoice = readToolChoice(wire.tool_choice, names)
  return {
    dialect: 'openai-responses',
    model: String(wire.model),
    stream: wire.stream === true,
    turns:
      instructions === null ? turns : [{ role: 'system', parts: [{ type: 'text', text: instructions }] }, ...turns],
    tools,
    ...(deferredTools.length > 0 && { deferredTools }),
    parameters: { ...readPlain(wire, parameters), ...readMapped(wire), ...(toolChoice && { toolChoice }) },
    extras: {
      ...readExtras(wire, parameters, [...otherMembers, ...keptByProvider]),
      ...readLeftovers(wire),
      ...(!toolChoice && asObject(wire.tool_choice) && { tool_choice: wire.tool_choice }),
    },
    ...(ownOnly && { ownOnly }),
  }
}

/** Without it, the conversation would be a different one. */
function refuseWhatIsKept(wire: JsonObject): void {
  for (const name of keptByProvider) {
    if (wire[name] === undefined || wire[name] === null) continue
    throw new RequestRefused(
      `${name}: this model cannot read content stored by another provider; send the input itself`,
      name,
    )
  }
}

/** A compaction contains everything before it, sealed. */
function readOwnOnly(input: unknown): CanonicalRequest['ownOnly'] {
  if (!asObjects(input).some(item => item.type === 'compaction' || item.type === 'compaction_summary')) return undefined
  return { member: 'input', why: `input: ${ofResponses.compaction.why}` }
}

function readMapped(wire: JsonObject): RequestParameters {
  const maxTokens = asDouble(wire.max_output_tokens)
  const text = asObject(wire.text)
  const format = readFormat(asObject(text?.format))
  const verbosity = asText(text?.verbosity)
  const tier = asText(wire.service_tier)
  const reasoning = readReasoning(asObject(wire.reasoning))
  return {
    ...(maxTokens !== null && { maxTokens }),
    ...(format && { format }),
    ...(verbosity !== null && { verbosity }),
    ...(tier !== null && { serviceTier: tier }),
    ...(reasoning && { reasoning }),
    ...(asArray(wire.include).includes(INCLUDE.logprobs) && { logprobs: true }),
    // storing is the default here, so only an explicit request counts
    ...(wire.store === true && { store: true }),
  }
}

function readFormat(wire: JsonObject | null): OutputFormat | null {
  if (wire?.type === 'text') return { type: 'text' }
  if (wire?.type === 'json_object') return { type: 'json' }
  if (wire?.type !== 'json_schema') return null
  return {
    type: 'json-schema',
    ...(asText(wire.name) !== null && { name: String(wire.name) }),
    ...(asText(wire.description) !== null && { description: String(wire.description) }),
    schema: asObject(wire.schema) ?? {},
    ...(typeof wire.strict === 'boolean' && { strict: wire.strict }),
  }
}

function readReasoning(wire: JsonObject | null): ReasoningRequest | null {
  const wireEffort = asText(wire?.effort)
  const effort = asEffort(wireEffort)
  if (wireEffort !== null && !effort)
    throw new RequestRefused(`reasoning.effort: ${wireEffort} is not a known effort`, 'reasoning')
  const show = asText(wire?.summary) ?? asText(wire?.generate_summary)
  if (!effort && show === null) return null
  return {
    ...(effort === 'none' && { mode: 'off' as const }),
    ...(effort && { effort }),
    ...(show !== null && { show }),
  }
}

/** Returns the rest of members that were only partly read above. */
function readLeftovers(wire: JsonObject): JsonObject {
  const { format: _format, verbosity: _verbosity, ...text } = asObject(wire.text) ?? {}
  const { effort: _effort, summary: _summary, generate_summary: _older, ...reasoning } = asObject(wire.reasoning) ?? {}
  const known: readonly unknown[] = Object.values(INCLUDE)
  const include = asArray(wire.include).filter(name => !known.includes(name))
  return {
    ...(Object.keys(text).length > 0 && { text }),
    ...(Object.keys(reasoning).length > 0 && { reasoning }),
    ...(include.length > 0 && { include }),
  }
}
