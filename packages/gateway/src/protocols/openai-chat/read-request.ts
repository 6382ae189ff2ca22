import { asEffort } from '../../canonical/efforts.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import type { Part } from '../../canonical/parts.ts'
import type {
  CanonicalRequest,
  OutputFormat,
  ReasoningRequest,
  RequestParameters,
  Tool,
  ToolChoice,
  Turn,
} from '../../canonical/request.ts'
import { splitSignedId } from '../../canonical/signature.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { readExtras, readPlain } from '../common/parameters.ts'
import { otherMembers, parameters } from './parameters.ts'
import { cacheMark, readContent, signatureOfExtra, thinkingOf } from './read-content.ts'
import { readReasoning } from './reasoning-details.ts'
import { readToolFormat } from './tool-format.ts'

/** @throws RequestRefused */
export function readRequest(body: unknown): CanonicalRequest {
  const wire = asObject(body)
  if (!wire) throw new RequestRefused('the request must be a JSON object')
  if (asText(wire.model) === null) throw new RequestRefused('model is required', 'model')
  if (!Array.isArray(wire.messages)) throw new RequestRefused('messages must be an array', 'messages')
  return {
    dialect: 'openai-chat',
    model: String(wire.model),
    stream: wire.stream === true,
    turns: readTurns(wire.messages),
    tools: readTools(wire),
    parameters: { ...readPlain(wire, parameters), ...readMapped(wire) },
    extras: readExtras(wire, parameters, otherMembers),
  }
}

function readTurns(messages: unknown[]): Turn[] {
  const turns: Turn[] = []
  let results: Turn | null = null
  for (const [at, message] of messages.entries()) {
    const wire = asObject(message)
    if (!wire) throw new RequestRefused(`messages[${at}] must be an object`, `messages[${at}]`)
    if (wire.role !== 'tool' && wire.role !== 'function') {
      results = null
      turns.push(readTurn(wire, at))
      continue
    }
    // the results of parallel calls are one turn
    if (!results) {
      results = { role: 'user', parts: [] }
      turns.push(results)
    }
    results.parts.push(readResult(wire))
  }
  return turns
}

function readTurn(wire: JsonObject, at: number): Turn {
  const name = asText(wire.name)
  const named = name === null ? {} : { name }
  switch (wire.role) {
    case 'system':
    case 'developer':
    case 'user':
      return { role: wire.role, ...named, parts: readContent(wire.content) }
    case 'assistant':
      return { role: 'assistant', ...named, parts: readAssistant(wire) }
    default:
      throw new RequestRefused(`messages[${at}].role is not a known role`, `messages[${at}].role`)
  }
}

function readAssistant(wire: JsonObject): Part[] {
  const parts: Part[] = readReasoning(wire)
  const thinking = thinkingOf(wire.content)
  if (thinking) parts.push({ type: 'reasoning', text: thinking })
  parts.push(...readContent(wire.content))
  const refusal = asText(wire.refusal)
  if (refusal !== null) parts.push({ type: 'text', text: refusal, refusal: true })
  const audio = asText(asObject(wire.audio)?.id)
  if (audio !== null) {
    parts.push({ type: 'media', kind: 'audio', source: { type: 'stored', origin: 'openai', id: audio }, mime: null })
  }
  const calls = asObjects(wire.tool_calls)
  parts.push(...calls.map(readCall))
  const legacy = asObject(wire.function_call)
  if (legacy) parts.push(readCall({ id: asText(legacy.name), function: legacy }))
  return signatureMessage(parts, wire)
}

function readCall(call: JsonObject): Part {
  const own = splitSignedId(asText(call.id) ?? '')
  const signature = signatureOfExtra(call) ?? own.signature
  const custom = asObject(call.custom)
  const called = custom ?? asObject(call.function) ?? {}
  return {
    type: 'tool-call',
    id: own.id,
    name: asText(called.name) ?? '',
    arguments: asText(custom ? called.input : called.arguments) ?? '',
    ...(custom && { custom: true as const }),
    ...(signature && { signature }),
  }
}

/** A signature on the message itself belongs to its text, otherwise to its first call. */
function signatureMessage(parts: Part[], wire: JsonObject): Part[] {
  const signature = signatureOfExtra(wire)
  if (!signature) return parts
  const bearer = parts.findLast(part => part.type === 'text') ?? parts.find(part => part.type === 'tool-call')
  if (bearer && 'signature' in bearer && bearer.signature) return parts
  return bearer
    ? parts.map(part => (part === bearer ? { ...part, signature } : part))
    : [{ type: 'reasoning', text: '', signature }, ...parts]
}

function readResult(wire: JsonObject): Part {
  const name = asText(wire.name)
  const cache = cacheMark(wire)
  // the older `function` role has only the name
  const { id } = splitSignedId(asText(wire.tool_call_id) ?? name ?? '')
  return {
    type: 'tool-result',
    id,
    ...(name !== null && { name }),
    parts: readContent(wire.content),
    ...(cache && { cache }),
  }
}

function readTools(wire: JsonObject): Tool[] {
  const declared = asObjects(wire.tools)
  const legacy = asArray(wire.functions).map(tool => ({ type: 'function', function: tool }))
  const tools = [...declared, ...legacy].map(readTool)
  if (wire.web_search_options === undefined || wire.web_search_options === null) return tools
  return [...tools, { type: 'server', kind: 'web_search', dialect: 'openai-chat', value: wire.web_search_options }]
}

function readTool(tool: JsonObject): Tool {
  const called = asObject(tool.function)
  if (called) {
    const cache = cacheMark(tool) ?? cacheMark(called)
    return {
      type: 'function',
      name: asText(called.name) ?? '',
      ...(typeof called.description === 'string' && { description: called.description }),
      ...(asObject(called.parameters) && { schema: called.parameters as JsonObject }),
      ...(typeof called.strict === 'boolean' && { strict: called.strict }),
      ...(cache && { cache }),
    }
  }
  const custom = asObject(tool.custom)
  if (custom) {
    return {
      type: 'custom',
      name: asText(custom.name) ?? '',
      ...(typeof custom.description === 'string' && { description: custom.description }),
      ...(custom.format !== undefined && { format: readToolFormat(custom.format) }),
    }
  }
  return { type: 'server', kind: asText(tool.type) ?? 'tool', dialect: 'openai-chat', value: tool }
}

function readMapped(wire: JsonObject): RequestParameters {
  const maxTokens = asDouble(wire.max_completion_tokens) ?? asDouble(wire.max_tokens)
  const stop = typeof wire.stop === 'string' ? [wire.stop] : asArray(wire.stop).map(String)
  const toolChoice = readToolChoice(wire.tool_choice ?? wire.function_call)
  const format = readFormat(asObject(wire.response_format))
  const reasoning = readReasoningRequest(wire)
  const includeUsage = asObject(wire.stream_options)?.include_usage
  return {
    ...(maxTokens !== null && { maxTokens }),
    ...(stop.length > 0 && { stop }),
    ...(toolChoice && { toolChoice }),
    ...(format && { format }),
    ...(reasoning && { reasoning }),
    ...(typeof includeUsage === 'boolean' && { includeUsage }),
  }
}

function readToolChoice(wire: unknown): ToolChoice | null {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { type: wire }
  // Mistral's name for it
  if (wire === 'any') return { type: 'required' }
  const choice = asObject(wire)
  const allowed = asObject(choice?.allowed_tools)
  if (allowed) {
    const named = asObjects(allowed.tools)
    const names = named.flatMap(tool => asText((asObject(tool.function) ?? asObject(tool.custom))?.name) ?? [])
    return { type: 'allowed', names, required: allowed.mode === 'required' }
  }
  const name = asText((asObject(choice?.function) ?? asObject(choice?.custom) ?? choice)?.name)
  return name === null ? null : { type: 'tool', name }
}

function readFormat(wire: JsonObject | null): OutputFormat | null {
  if (wire?.type === 'text') return { type: 'text' }
  if (wire?.type === 'json_object') return { type: 'json' }
  const described = asObject(wire?.json_schema)
  if (!described) return null
  return {
    type: 'json-schema',
    ...(asText(described.name) !== null && { name: String(described.name) }),
    ...(asText(described.description) !== null && { description: String(described.description) }),
    schema: asObject(described.schema) ?? {},
    ...(typeof described.strict === 'boolean' && { strict: described.strict }),
  }
}

/** OpenAI's `reasoning_effort`, OpenRouter's `reasoning`, the `thinking` of Zhipu, DeepSeek and their kind, Qwen's `enable_thinking`. */
function readReasoningRequest(wire: JsonObject): ReasoningRequest | null {
  const router = asObject(wire.reasoning)
  const thinking = asObject(wire.thinking)
  const wireEffort = asText(wire.reasoning_effort) ?? asText(router?.effort)
  const effort = asEffort(wireEffort)
  const budget = asDouble(router?.max_tokens) ?? asDouble(thinking?.budget_tokens) ?? asDouble(wire.thinking_budget)
  const flags = [router?.enabled, wire.enable_thinking]
  const native = nativeThinking(wire)
  // `default` is Groq's name for the model's own choice
  if (wireEffort !== null && effort === null && wireEffort !== 'default') {
    throw new RequestRefused(`reasoning_effort: ${wireEffort} is not a known effort`, 'reasoning_effort')
  }
  const off = effort === 'none' || flags.includes(false) || thinking?.type === 'disabled'
  const on = effort !== null || budget !== null || flags.includes(true) || thinking?.type === 'enabled'
  const isAuto = thinking?.type === 'auto' || thinking?.type === 'adaptive'
  const reasoning: ReasoningRequest = {
    ...(off ? { mode: 'off' as const } : on ? { mode: 'on' as const } : isAuto && { mode: 'adaptive' as const }),
    ...(effort !== null && { effort }),
    ...(budget !== null && { budget }),
    ...(router?.exclude === true && { show: 'none' }),
    ...(native && { native: { dialect: 'openai-chat', value: native } }),
  }
  return Object.keys(reasoning).length > 0 ? reasoning : null
}

/** Hosts' own members, besides OpenAI's; null: only OpenAI's are used, if any. */
function nativeThinking(wire: JsonObject): JsonObject | null {
  const given = THINKING_MEMBERS.filter(name => wire[name] !== undefined && wire[name] !== null)
  if (given.every(name => name === 'reasoning_effort')) return null
  return Object.fromEntries(given.map(name => [name, wire[name]]))
}

const THINKING_MEMBERS = ['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'thinking_budget']
