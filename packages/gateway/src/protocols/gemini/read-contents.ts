import type { Native, OpaquePart, Part, ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import type { Turn } from '../../canonical/request.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import { camelCased } from './camel-case.ts'
import { readSeal } from './carried-thoughts.ts'
import { ModelParts, type Piece } from './join-pieces.ts'
import { readMedia } from './read-media.ts'
import { readResponse } from './read-response.ts'
import { REDACTED } from './thought-signature.ts'

/** Reads `contents`: the conversation without the system's text. A single content or a plain text is also accepted. */
export function readContents(contents: unknown): Turn[] {
  const reader = new ContentReader()
  const turns: Turn[] = []
  let answer: ModelParts | null = null
  for (const content of Array.isArray(contents) ? contents : [contents]) {
    const role = lookUp(ROLES, asObject(content)?.role) ?? 'user'
    const pieces = reader.read(content)
    if (role !== 'assistant') {
      turns.push({ role, parts: partsOf(pieces) })
      answer = null
      continue
    }
    if (!answer) {
      answer = new ModelParts()
      turns.push({ role, parts: answer.parts })
    }
    for (const piece of pieces) answer.add(piece)
  }
  return turns
}

/** Reads `systemInstruction`: a content of any role. */
export function readSystem(instruction: unknown): Turn[] {
  const parts = partsOf(new ContentReader().read(instruction))
  return parts.length > 0 ? [{ role: 'system', parts }] : []
}

const partsOf = (pieces: readonly Piece[]): Part[] => pieces.flatMap(({ part }) => part ?? [])

const ROLES: Readonly<Record<string, Turn['role']>> = { model: 'assistant', system: 'system' }

/** Reads contents in order, so that calls and responses without ids are matched by name. */
class ContentReader {
  private calls = 0
  private readonly unanswered = new Map<string, string[]>()

  read(content: unknown): Piece[] {
    return wiresOf(content).map(wire => {
      const { signature, thoughts } = readSeal(wire.thoughtSignature, 'google')
      return { part: this.part(wire, signature), thoughts }
    })
  }

  private part(wire: JsonObject, signature: Signature | null): Part | null {
    const { text, thought, thoughtSignature: _signature, functionCall, functionResponse, ...rest } = wire
    const sealed = signature ? { signature } : {}
    const call = asObject(functionCall)
    if (call) return { ...this.call(camelCased(call)), ...sealed, ...nativeOf(rest) }
    const response = asObject(functionResponse)
    if (response) return this.response(camelCased(response))
    if (typeof text === 'string') {
      if (!text && !signature) return null
      return thought === true ? readThought(text, signature) : { type: 'text', text, ...sealed, ...nativeOf(rest) }
    }
    const media = readMedia(rest)
    if (media) return { ...media.part, ...sealed, ...nativeOf(media.rest) }
    return readOpaque(wire)
  }

  private call(wire: JsonObject): ToolCallPart {
    const name = asText(wire.name) ?? ''
    const id = asText(wire.id) ?? `call_${this.calls++}`
    this.unanswered.set(name, [...(this.unanswered.get(name) ?? []), id])
    return { type: 'tool-call', id, name, arguments: JSON.stringify(wire.args ?? {}) }
  }

  private response(wire: JsonObject): ToolResultPart {
    const { id: _id, name: _name, response: _response, parts: _parts, ...rest } = wire
    const name = asText(wire.name) ?? ''
    const waiting = this.unanswered.get(name) ?? []
    const id = asText(wire.id) ?? waiting[0] ?? name
    this.unanswered.set(
      name,
      waiting.filter(call => call !== id),
    )
    return { type: 'tool-result', id, ...(name && { name }), ...readResponse(wire), ...nativeOf(rest) }
  }
}

function wiresOf(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ text: content }]
  const wire = objectOrEmpty(content)
  return asObjects(asArray(wire.parts ?? [wire.text === undefined ? null : wire])).map(camelCased)
}

/** Another family's redacted reasoning is carried in an empty thought. */
function readThought(text: string, signature: Signature | null): Part {
  if (signature?.id !== REDACTED) return { type: 'reasoning', text, ...(signature && { signature }) }
  return { type: 'reasoning', text, redacted: true, signature: { origin: signature.origin, value: signature.value } }
}

/** Code the model ran, a tool Google runs, and unknown kinds. */
export function readOpaque(wire: JsonObject): OpaquePart {
  const kind = Object.keys(wire).find(name => name !== 'thoughtSignature' && name !== 'thought') ?? 'part'
  return { type: 'opaque', dialect: 'gemini', kind, value: wire }
}

const nativeOf = (members: JsonObject): { native?: Native } =>
  Object.keys(members).length > 0 ? { native: { dialect: 'gemini', value: members } } : {}
