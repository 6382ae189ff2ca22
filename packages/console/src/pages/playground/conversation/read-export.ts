import { PLAYGROUND_FORMATS } from '@tollgate/contract'
import { asList, asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../formats/json.ts'
import { isValueOf, PARAMETER_NAMES } from '../parameters.ts'
import { FILE_TYPES, IMAGE_TYPES, LIMITS } from './limits.ts'
import { newId } from './new-id.ts'
import type {
  AssistantMessage,
  Attachment,
  Conversation,
  Message,
  Part,
  Settings,
  Thread,
  ToolCall,
  Usage,
} from './types.ts'

/** The member that identifies such a file, and its version. */
const EXPORT_MARK = 'tollgate_playground'

export const writeExport = (conversations: Conversation[]): string =>
  JSON.stringify({ [EXPORT_MARK]: 1, conversations }, null, 1)

/**
 * Reads exported conversations. The file may come from anybody: every member is checked, and unknown ones are dropped. null: it is
 * not such a file.
 */
export function readExport(text: string): Conversation[] | null {
  const file = asObject(parseJson(text))
  if (file[EXPORT_MARK] !== 1) return null
  return asList(file.conversations)
    .slice(0, LIMITS.conversations)
    .map(value => readConversation(asObject(value)))
}

/** A stored conversation; invalid parts are dropped. */
export function readConversation(wire: JsonObject): Conversation {
  const threads = asList(wire.threads)
    .slice(0, 2)
    .map(value => readThread(asObject(value)))
  return {
    id: asText(wire.id) || newId(),
    title: asText(wire.title).slice(0, 200),
    createdAt: asNumber(wire.createdAt) ?? 0,
    updatedAt: asNumber(wire.updatedAt) ?? 0,
    settings: readSettings(asObject(wire.settings)),
    threads: threads.length > 0 ? threads : [readThread({})],
    isCompared: wire.isCompared === true && threads.length === 2,
  }
}

function readSettings(wire: JsonObject): Settings {
  const given = asObject(wire.parameters)
  const parameters = PARAMETER_NAMES.flatMap(name => {
    const { isOn, value } = asObject(given[name])
    return isValueOf(name, value) ? [[name, { isOn: isOn === true, value }]] : []
  })
  return {
    system: asText(wire.system).slice(0, LIMITS.text),
    isStreamed: wire.isStreamed !== false,
    parameters: Object.fromEntries(parameters),
    tools: asList(wire.tools)
      .slice(0, LIMITS.tools)
      .map(asObject)
      .map(({ name, description, schema }) => ({
        name: asText(name),
        description: asText(description),
        schema: asText(schema),
      })),
  }
}

function readThread(wire: JsonObject): Thread {
  const messages = new Map<string, Message>()
  for (const value of Object.values(asObject(wire.messages)).slice(0, LIMITS.messagesOfThread)) {
    const message = readMessage(asObject(value))
    // Parents come first, so that branches cannot form a cycle.
    if (message && (message.parent === null || messages.has(message.parent))) messages.set(message.id, message)
  }
  const leaf = asText(wire.leaf)
  return {
    ...readChoice(wire),
    messages: Object.fromEntries(messages),
    leaf: messages.has(leaf) ? leaf : ([...messages.keys()].at(-1) ?? null),
  }
}

const readChoice = (wire: JsonObject) => ({
  model: asText(wire.model),
  group: asText(wire.group),
  format: PLAYGROUND_FORMATS.find(format => format === wire.format) ?? 'openai-chat',
})

function readMessage(wire: JsonObject): Message | null {
  const node = { id: asText(wire.id), parent: asText(wire.parent) || null }
  if (!node.id) return null
  switch (wire.role) {
    case 'user':
      return {
        ...node,
        role: 'user',
        parts: asList(wire.parts)
          .slice(0, 2 * LIMITS.attachments)
          .flatMap(readPart),
      }
    case 'tool':
      return {
        ...node,
        role: 'tool',
        results: asList(wire.results)
          .slice(0, LIMITS.tools)
          .map(asObject)
          .map(({ callId, name, content }) => ({
            callId: asText(callId),
            name: asText(name),
            content: asText(content),
          })),
      }
    case 'assistant':
      return readAnswer(wire, node)
    default:
      return null
  }
}

const ENDS = ['done', 'stopped', 'failed'] as const

function readAnswer(wire: JsonObject, node: { id: string; parent: string | null }): AssistantMessage {
  const text = (name: string) => (typeof wire[name] === 'string' ? { [name]: wire[name] } : {})
  const number = (name: string) => (typeof wire[name] === 'number' ? { [name]: wire[name] } : {})
  return {
    ...node,
    ...readChoice(wire),
    role: 'assistant',
    text: asText(wire.text),
    reasoning: asText(wire.reasoning),
    images: asList(wire.images).flatMap(readPart).filter(isAttachment),
    toolCalls: asList(wire.toolCalls).slice(0, LIMITS.tools).map(asObject).map(readCall),
    // An answer that was streaming when the page closed is lost.
    state: ENDS.find(end => end === wire.state) ?? 'lost',
    usage: readUsage(asObject(wire.usage)),
    startedAt: asNumber(wire.startedAt) ?? 0,
    ...text('signature'),
    ...text('finish'),
    ...text('error'),
    ...text('requestId'),
    ...number('firstMs'),
    ...number('totalMs'),
    ...number('charge'),
  }
}

const isAttachment = (part: Part): part is Attachment => part.kind !== 'text'

const readCall = (wire: JsonObject): ToolCall => ({
  id: asText(wire.id),
  name: asText(wire.name),
  arguments: asText(wire.arguments),
  ...(typeof wire.signature === 'string' && { signature: wire.signature }),
})

const readUsage = (wire: JsonObject): Usage =>
  Object.fromEntries(
    ['input', 'cached', 'output', 'reasoning'].flatMap(name => {
      const count = asNumber(wire[name])
      return count === undefined ? [] : [[name, count]]
    }),
  )

function readPart(value: Json): Part[] {
  const { kind, text, name, mime, data } = asObject(value)
  if (kind === 'text')
    return [{ kind, text: asText(text).slice(0, LIMITS.text), ...(typeof name === 'string' && { name }) }]
  if (kind !== 'image' && kind !== 'file') return []
  const types: readonly string[] = kind === 'image' ? IMAGE_TYPES : FILE_TYPES
  const isSound = types.includes(asText(mime)) && isBase64(asText(data))
  return isSound ? [{ kind, name: asText(name).slice(0, 255), mime: asText(mime), data: asText(data) }] : []
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text)
