import type { Citation, MediaPart, Native, TextPart } from '../../canonical/parts.ts'
import { asObject, asObjects, asText, type JsonObject, lookUp, objectOrEmpty, typeOf } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { readMedia } from '../gemini/read-media.ts'

/** The kinds of contents, as kinds of parts. */
const KINDS: Readonly<Record<string, MediaPart['kind'] | 'text'>> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'file',
}

export const CONTENT_TYPES: ReadonlySet<string> = new Set(Object.keys(KINDS))

/**
 * @param place names it in messages, `input[0].content`
 * @throws RequestRefused
 */
export function readContents(contents: unknown, place: string): (TextPart | MediaPart)[] {
  if (contents == null) return []
  if (typeof contents === 'string') return [{ type: 'text', text: contents }]
  if (!Array.isArray(contents)) return [readContent(contents, place)]
  return contents.map((content, at) => readContent(content, `${place}[${at}]`))
}

/** @throws RequestRefused */
export function readContent(content: unknown, place: string): TextPart | MediaPart {
  const wire = asObject(content)
  const kind = wire && lookUp(KINDS, wire.type)
  if (!wire || !kind) {
    const type = wire && asText(wire.type) !== null ? `has the unknown type ${JSON.stringify(typeOf(wire))}` : null
    throw new RequestRefused(`${place} ${type ?? 'must be an object with a type'}`, 'input')
  }
  return kind === 'text' ? readText(wire, place) : readFile(wire, kind, place)
}

function readText({ type: _type, text, annotations, ...rest }: JsonObject, place: string): TextPart {
  if (typeof text !== 'string') throw new RequestRefused(`${place}.text must be a string`, 'input')
  const citations = asObjects(annotations).map(readAnnotation)
  return { type: 'text', text, ...(citations.length > 0 && { citations }), ...nativeOf(rest) }
}

/** Only the source, because no upstream accepts the cited range back. */
function readAnnotation(wire: JsonObject): Citation {
  const url = asText(wire.url) ?? asText(wire.document_uri)
  const title = asText(wire.title) ?? asText(wire.name) ?? asText(wire.file_name)
  return { ...(url !== null && { url }), ...(title !== null && { title }) }
}

/** Media as data or by address; only Google can open its own stores. */
function readFile(wire: JsonObject, kind: MediaPart['kind'], place: string): MediaPart {
  const { type: _type, data, uri, mime_type: mimeType, ...rest } = wire
  const given = asText(data) !== null ? { inlineData: { data, mimeType } } : { fileData: { fileUri: uri, mimeType } }
  const media = asText(data) !== null || asText(uri) !== null ? readMedia(given) : null
  if (!media) throw new RequestRefused(`${place} must have data or a uri`, 'input')
  return { ...media.part, kind, ...nativeOf(rest) }
}

/** Members that only Google knows, in Gemini's form if it has one. */
function nativeOf(members: JsonObject): { native?: Native } {
  const { resolution, processing, ...rest } = members
  if (Object.keys(members).length === 0) return {}
  const { fps, start_offset: startOffset, end_offset: endOffset, type } = objectOrEmpty(processing)
  const isPlain = processing === undefined || type === 'static'
  if (Object.keys(rest).length > 0 || !isPlain) return { native: { dialect: 'gemini-interactions', value: members } }
  const level = `MEDIA_RESOLUTION_${String(asText(resolution)).toUpperCase()}`
  const clip = Object.entries({ fps, startOffset, endOffset }).filter(([, value]) => value != null)
  const value = {
    ...(asText(resolution) !== null && { mediaResolution: { level } }),
    ...(clip.length > 0 && { videoMetadata: Object.fromEntries(clip) }),
  }
  return Object.keys(value).length > 0 ? { native: { dialect: 'gemini', value } } : {}
}
