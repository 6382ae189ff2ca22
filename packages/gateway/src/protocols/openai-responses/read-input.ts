import type { Native, OpaquePart, Part, TextPart, ToolResultPart } from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import { splitSignedId } from '../../canonical/signature.ts'
import { signTexts } from '../../canonical/text-signatures.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp, typeOf } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { readContent } from './read-content.ts'
import { toReasoningPart } from './read-reasoning.ts'
import { readSignature } from './signatures.ts'
import { type ToolNames, toolNames } from './tool-names.ts'

/** Returns `input` as turns: consecutive items of the model are one turn, consecutive results another. */
export function readInput(input: unknown, names: ToolNames): Turn[] {
  if (typeof input === 'string') return [{ role: 'user', parts: readContent(input) }]
  const turns: Turn[] = []
  let growing: Turn | undefined
  for (const [at, item] of asObjects(input).entries()) {
    const role = roleOf(item, at)
    if (isMessage(item) && role !== 'assistant') {
      growing = undefined
      turns.push({ role, parts: readContent(item.content) })
      continue
    }
    if (growing?.role !== role) {
      growing = { role, parts: [] }
      turns.push(growing)
    }
    readItem(item, growing.parts, names)
  }
  return turns.map(turn => (turn.role === 'assistant' ? { ...turn, parts: signTexts(turn.parts) } : turn))
}

const isMessage = (item: JsonObject): boolean => item.type === 'message' || (item.type === undefined && 'role' in item)

/** What the client adds to the conversation besides messages; the model made everything else. */
const BY_CLIENT = /_output$|^mcp_approval_response$|^additional_tools$/

function roleOf(item: JsonObject, at: number): Turn['role'] {
  if (item.type === 'additional_tools' && item.role === 'developer') return item.role
  if (!isMessage(item)) return BY_CLIENT.test(typeOf(item)) ? 'user' : 'assistant'
  switch (item.role) {
    case 'system':
    case 'developer':
    case 'user':
    case 'assistant':
      return item.role
    default:
      throw new RequestRefused(`input[${at}].role is not a known role`, `input[${at}].role`)
  }
}

/** Adds an item's content to the parts of its turn. */
function readItem(item: JsonObject, parts: Part[], names: ToolNames): void {
  if (isMessage(item)) parts.push(...readAssistant(item))
  else if (item.type === 'reasoning') readReasoning(item, parts)
  else parts.push(lookUp(ITEM_READERS, item.type)?.(item, names) ?? opaque(item))
}

type ItemReader = (item: JsonObject, names: ToolNames) => Part | null

const ITEM_READERS: Readonly<Record<string, ItemReader>> = {
  function_call: (item, names) => readCall(item, names, item.arguments),
  custom_tool_call: (item, names) => ({ ...readCall(item, names, item.input), custom: true }),
  tool_search_call: readSearch,
  tool_search_output: readFound,
  additional_tools: item => ({ ...opaque(item), isTold: true }),
  function_call_output: readResult,
  custom_tool_call_output: readResult,
  image_generation_call: item => {
    const base64 = asText(item.result)
    return base64 === null ? null : { ...imageOf(item), source: { type: 'data', base64 } }
  },
  item_reference: () => {
    throw new RequestRefused('an item stored by another provider cannot be read: send the item itself', 'input')
  },
}

const opaque = (item: JsonObject): OpaquePart => ({
  type: 'opaque',
  dialect: 'openai-responses',
  kind: typeOf(item),
  value: item,
})

function readAssistant(item: JsonObject): Part[] {
  const native = nativeOf(item, 'phase')
  return readContent(item.content).map(part => (part.type === 'text' && native ? { ...part, native } : part))
}

/** A reasoning item without text and signature only names one the provider stores. */
function readReasoning(item: JsonObject, parts: Part[]): void {
  const sealed = readSignature(item, 'openai')
  const before = parts.at(-1)
  if (sealed?.isLate && (before?.type === 'text' || before?.type === 'tool-call' || before?.type === 'media')) {
    before.signature = sealed.signature
    return
  }
  const part = toReasoningPart(item, sealed?.signature)
  parts.push(part.text || part.signature ? part : opaque(item))
}

/** A search that the client runs is an ordinary call with a result; one that the provider ran stays native. */
function readSearch(item: JsonObject, names: ToolNames): Part {
  const { id, signature } = splitSignedId(asText(item.call_id) ?? '')
  if (!id) return opaque(item)
  const { arguments: given } = item
  return {
    type: 'tool-call',
    id,
    name: names.searchName ?? SEARCH,
    arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
    ...(signature && { signature }),
    native: { dialect: 'openai-responses', value: item, isTold: true },
  }
}

const SEARCH = 'tool_search'

/** The tools themselves are among the request's tools. */
function readFound(item: JsonObject, names: ToolNames): Part {
  const { id } = splitSignedId(asText(item.call_id) ?? '')
  if (!id) return { ...opaque(item), isTold: true }
  const found = toolNames(item.tools, []).placed.map(({ name, namespace }) =>
    names.flatName(name, namespace?.name ?? null),
  )
  const text = found.length > 0 ? `Found; these can be called now: ${found.join(', ')}` : 'No tools were found.'
  return {
    type: 'tool-result',
    id,
    parts: [{ type: 'text', text }],
    native: { dialect: 'openai-responses', value: item, isTold: true },
  }
}

function readCall(item: JsonObject, names: ToolNames, written: unknown) {
  const { id, signature } = splitSignedId(asText(item.call_id) ?? asText(item.id) ?? '')
  const callee = { name: asText(item.name) ?? '', namespace: asText(item.namespace) }
  const name = names.flatName(callee.name, callee.namespace)
  const native = nativeName(callee.name, callee.namespace, name)
  return {
    type: 'tool-call' as const,
    id,
    name,
    arguments: typeof written === 'string' ? written : JSON.stringify(written ?? {}),
    ...(signature && { signature }),
    ...(native && { native }),
  }
}

/** Returns how a call names its tool here, if not by its flat name. */
function nativeName(name: string, namespace: string | null, flatName: string): Native | null {
  const value = { ...(name !== flatName && { name }), ...(namespace !== null && { namespace }) }
  return Object.keys(value).length > 0 ? { dialect: 'openai-responses', value, isTold: true } : null
}

function readResult(item: JsonObject): ToolResultPart {
  const { id } = splitSignedId(asText(item.call_id) ?? '')
  const { output } = item
  const plain: TextPart[] = asObject(output) ? [{ type: 'text', text: JSON.stringify(output) }] : []
  return { type: 'tool-result', id, parts: plain.length > 0 ? plain : readContent(output) }
}

/** The call of an image the model made, without the image. */
export function imageOf(item: JsonObject) {
  const id = asText(item.id)
  const mime = `image/${asText(item.output_format) ?? 'png'}`
  return { type: 'media' as const, kind: 'image' as const, mime, ...(id !== null && { id }) }
}

/** Returns an item's member that only this dialect knows, if present. */
export function nativeOf(item: JsonObject, name: string): Native | null {
  const value = asText(item[name])
  return value === null ? null : { dialect: 'openai-responses', value: { [name]: value } }
}
