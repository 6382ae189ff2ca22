import type { CacheMark, Citation, MediaPart, OpaquePart, TextPart } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, lookUp, typeOf } from '../../raw/json.ts'
import { fromAddress, kindOfMime } from '../common/media.ts'

/** Returns the content of a message or a tool's output: a text, or a list of parts. */
export function readContent(content: unknown): (TextPart | MediaPart | OpaquePart)[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return asObjects(content).map(wire => {
    const part = readPart(wire)
    const cache = cacheMark(wire)
    return part.type === 'opaque' || !cache ? part : { ...part, cache }
  })
}

type PartReader = (wire: JsonObject) => TextPart | MediaPart | null

const READERS: Readonly<Record<string, PartReader>> = {
  input_text: readText,
  output_text: readText,
  // for clients that use Chat's parts here
  text: readText,
  refusal: wire => (typeof wire.refusal === 'string' ? { type: 'text', text: wire.refusal, refusal: true } : null),
  input_image: wire => readMedia(wire, 'image', asText(wire.image_url)),
  input_file: wire => readMedia(wire, 'file', asText(wire.file_url) ?? asText(wire.file_data)),
}

function readPart(wire: JsonObject): TextPart | MediaPart | OpaquePart {
  const kind = typeOf(wire)
  return lookUp(READERS, kind)?.(wire) ?? { type: 'opaque', dialect: 'openai-responses', kind, value: wire }
}

function readText(wire: JsonObject): TextPart | null {
  if (typeof wire.text !== 'string') return null
  const citations = asObjects(wire.annotations).map(readCitation)
  return { type: 'text', text: wire.text, ...(citations.length > 0 && { citations }) }
}

/** Others can only use the name in a file citation. */
export function readCitation(wire: JsonObject): Citation {
  const { start_index: start, end_index: end } = wire
  const url = asText(wire.url)
  const title = asText(wire.title) ?? asText(wire.filename)
  return {
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
    native: { dialect: 'openai-responses', value: wire },
  }
}

function readMedia(wire: JsonObject, kind: 'image' | 'file', address: string | null): MediaPart | null {
  const name = asText(wire.filename)
  const detail = asText(wire.detail)
  const described = { ...(name !== null && { name }), ...(detail !== null && { detail }) }
  const id = asText(wire.file_id)
  if (id !== null) {
    return { type: 'media', kind, source: { type: 'stored', origin: 'openai', id }, mime: null, ...described }
  }
  if (address === null) return null
  const isAddress = /^(data|https?):/i.test(address)
  const media = isAddress ? fromAddress(address) : { source: { type: 'data' as const, base64: address }, mime: null }
  return { type: 'media', kind: kind === 'image' ? kind : kindOfMime(media.mime), ...media, ...described }
}

const cacheMark = (wire: JsonObject): CacheMark | null => (asObject(wire.prompt_cache_breakpoint) ? {} : null)

/** Returns the sections of a reasoning item's `summary` or `content`, as one text. */
export const joinSections = (sections: unknown): string =>
  asArray(sections)
    .flatMap(section => asText(asObject(section)?.text) ?? [])
    .join(SECTION_BREAK)

export const SECTION_BREAK = '\n\n'
