import type { OutputFormat, RequestParameters } from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, type JsonObject } from '../../raw/json.ts'

/**
 * Reads the expected kinds of output: `response_format`, and the older `response_mime_type` and `response_modalities`.
 */
export function readFormat(wire: JsonObject): {
  parameters: Pick<RequestParameters, 'format' | 'modalities'>
  extras: JsonObject
} {
  const entries = asObjects(Array.isArray(wire.response_format) ? wire.response_format : [wire.response_format])
  const mime = asText(wire.response_mime_type)
  const texts = entries.filter(isOfText)
  const format = texts.length > 0 ? readText(texts[0] ?? {}, mime) : mime === null ? null : readText({}, mime)
  const modalities = modalitiesOf(wire, entries)
  return {
    parameters: { ...(format && { format }), ...(modalities.length > 0 && { modalities }) },
    extras: ownMembers(entries),
  }
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video'])
const isOfText = ({ type }: JsonObject): boolean => !MEDIA.has(type)

/** An entry of another type is the older form: the schema itself. */
function readText(entry: JsonObject, given: string | null): OutputFormat | null {
  const isEntry = entry.type === 'text' || Object.keys(entry).length === 0
  const schema = isEntry ? asObject(entry.schema) : entry
  const mime = (isEntry ? asText(entry.mime_type) : null) ?? given
  if (schema) return { type: 'json-schema', schema, strict: true }
  if (mime === 'application/json') return { type: 'json' }
  return mime === 'text/plain' ? { type: 'text' } : null
}

function modalitiesOf(wire: JsonObject, entries: readonly JsonObject[]): string[] {
  const named = asArray(wire.response_modalities).flatMap(name => asText(name)?.toLowerCase() ?? [])
  const isMedia = entries.some(entry => !isOfText(entry))
  return [...new Set([...named, ...(isMedia ? entries.map(({ type }) => asText(type) ?? 'text') : [])])]
}

/** Size, shape and delivery of media, and kinds of text that no other dialect supports. */
function ownMembers(entries: readonly JsonObject[]): JsonObject {
  const members: JsonObject = {}
  for (const { type, schema: _schema, ...rest } of entries) {
    if (MEDIA.has(type)) Object.assign(members, rest)
    else if (type === 'text' && !KNOWN.has(rest.mime_type)) Object.assign(members, rest)
  }
  return members
}

const KNOWN: ReadonlySet<unknown> = new Set([undefined, null, 'application/json', 'text/plain'])
