import type { Part, ToolResultPart } from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import { asObject, asText, type JsonObject, lookUp, typeOf } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { CONTENT_TYPES, readContent, readContents } from './read-content.ts'
import { readRun } from './run-steps.ts'
import { readThought, signParts } from './signatures.ts'

/**
 * Returns the conversation in `input`: a text, a content, a list of contents, or a list of steps.
 *
 * @throws RequestRefused
 */
export function readInput(input: unknown): Turn[] {
  if (input == null || input === '') throw new RequestRefused('input is not specified', 'input')
  if (typeof input === 'string') return [{ role: 'user', parts: [{ type: 'text', text: input }] }]
  const elements = Array.isArray(input) ? input : [input]
  if (elements.length === 0) throw new RequestRefused('input is empty', 'input')
  const turns: Turn[] = []
  for (const [at, element] of elements.entries()) {
    const place = Array.isArray(input) ? `input[${at}]` : 'input'
    const { role, parts } = readElement(element, place)
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else turns.push({ role, parts })
  }
  return turns.map(turn => (turn.role === 'assistant' ? { ...turn, parts: signParts(turn.parts) } : turn))
}

interface Element {
  role: 'user' | 'assistant'
  parts: Part[]
}

function readElement(element: unknown, place: string): Element {
  const wire = asObject(element)
  if (!wire) throw new RequestRefused(`${place} must be an object`, 'input')
  if (asText(wire.type) === null) throw new RequestRefused(`${place} must have a type`, 'input')
  if (CONTENT_TYPES.has(typeOf(wire))) return { role: 'user', parts: [readContent(wire, place)] }
  const step = lookUp(STEPS, wire.type)
  if (!step) throw new RequestRefused(`${place} has the unknown type ${JSON.stringify(wire.type)}`, 'input')
  return step(wire, place)
}

/** Steps of the model, including tools that Google ran, and of the user. */
const STEPS: Readonly<Record<string, (wire: JsonObject, place: string) => Element>> = {
  user_input: ({ content }, place) => ({ role: 'user', parts: readContents(content, `${place}.content`) }),
  function_result: (wire, place) => ({ role: 'user', parts: [readResult(wire, place)] }),
  model_output: ({ content }, place) => ({ role: 'assistant', parts: readContents(content, `${place}.content`) }),
  thought: wire => ({ role: 'assistant', parts: readThought(wire) }),
  function_call: (wire, place) => ({ role: 'assistant', parts: [readCall(wire, place)] }),
  ...Object.fromEntries(
    ['code_execution', 'google_search', 'google_maps', 'url_context', 'file_search', 'retrieval', 'processing']
      .flatMap(tool => [`${tool}_call`, `${tool}_result`])
      .concat('mcp_server_tool_call', 'mcp_server_tool_result')
      .map(type => [type, (wire: JsonObject): Element => ({ role: 'assistant', parts: [readRun(wire)] })]),
  ),
}

function readCall(wire: JsonObject, place: string): Part {
  const [id, name] = [asText(wire.id), asText(wire.name)]
  if (id === null || name === null) throw new RequestRefused(`${place} must have an id and a name`, 'input')
  return { type: 'tool-call', id, name, arguments: JSON.stringify(wire.arguments ?? {}) }
}

/** A result is a text, a list of contents, or any other value. */
function readResult(wire: JsonObject, place: string): ToolResultPart {
  const [id, name] = [asText(wire.call_id), asText(wire.name)]
  if (id === null) throw new RequestRefused(`${place} must name its call in call_id`, 'input')
  return {
    type: 'tool-result',
    id,
    ...(name !== null && { name }),
    parts: readResultParts(wire.result, `${place}.result`),
    ...(wire.is_error === true && { isError: true as const }),
  }
}

function readResultParts(result: unknown, place: string): ToolResultPart['parts'] {
  if (isContents(result)) return readContents(result, place)
  if (result === undefined) throw new RequestRefused(`${place} is not specified`, 'input')
  return [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }]
}

const isContents = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(item => CONTENT_TYPES.has(typeOf(asObject(item) ?? {})))
