import { Buffer } from 'node:buffer'
import { asDouble } from '../../canonical/exact-json.ts'
import type { Citation } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/** The sources of a text, reported once it is complete. https://ai.google.dev/api/generate-content#GroundingMetadata */
export function readCitations(members: JsonObject, text: string): Citation[] {
  const bytes = Buffer.from(text)
  const grounding = objectOrEmpty(members.groundingMetadata)
  const sources = asObjects(grounding.groundingChunks).map(readSource)
  const cited = new Set<Citation>()
  const native = saysMore(grounding) ? { native: { dialect: 'gemini', value: grounding } } : {}
  const supported = asObjects(grounding.groundingSupports).flatMap(support => {
    const place = readPlace(objectOrEmpty(support.segment), text, bytes)
    return asArray(support.groundingChunkIndices).flatMap(index => {
      const source = sources[asDouble(index) ?? -1]
      if (!source) return []
      cited.add(source)
      return [{ ...source, ...place, ...native }]
    })
  })
  const unplaced = sources.filter(source => !cited.has(source)).map(source => ({ ...source, ...native }))
  return [...supported, ...unplaced, ...readRecitations(objectOrEmpty(members.citationMetadata), text, bytes)]
}

/** Reads a chunk of search results: from the web, a store or a map, or an image. */
function readSource(chunk: JsonObject): Citation {
  const source =
    asObject(chunk.web) ?? asObject(chunk.retrievedContext) ?? asObject(chunk.maps) ?? objectOrEmpty(chunk.image)
  const url = asText(source.uri) ?? asText(source.sourceUri)
  const title = asText(source.title)
  const quote = asText(source.text)
  return {
    ...(url !== null && { url }),
    ...(title !== null && { title }),
    ...(quote !== null && { quote }),
  }
}

/** Returns passages that the model repeated word for word from a source. */
function readRecitations(metadata: JsonObject, text: string, bytes: Buffer): Citation[] {
  return asObjects(metadata.citationSources ?? metadata.citations).map(source => ({
    ...readSource({ web: source }),
    ...readPlace(source, text, bytes),
    native: { dialect: 'gemini', value: source },
  }))
}

/** Returns whether it has more than the citations, so that it must be kept in addition. */
export const saysMore = ({ groundingChunks, groundingSupports, ...more }: JsonObject): boolean =>
  Object.keys(more).length > 0 ||
  asObjects(groundingChunks).some(chunk => hasOther(chunk, SOURCES) || Object.values(chunk).some(hasOtherThanTold)) ||
  asObjects(groundingSupports).some(support => hasOther(support, SUPPORT))

const SOURCES = ['web', 'retrievedContext']
const SUPPORT = ['segment', 'groundingChunkIndices']

const hasOtherThanTold = (source: unknown): boolean => hasOther(objectOrEmpty(source), ['uri', 'title', 'text'])

const hasOther = (object: JsonObject, names: readonly string[]): boolean =>
  Object.keys(object).some(name => !names.includes(name))

/** Gemini counts UTF-8 bytes. If its offsets and its quoted text disagree, the text is searched for. */
function readPlace(segment: JsonObject, text: string, bytes: Buffer): { start?: number; end?: number } {
  const quoted = asText(segment.text)
  const startByte = asDouble(segment.startIndex) ?? 0
  const endByte = asDouble(segment.endIndex) ?? bytes.length
  const counted = bytes.subarray(startByte, endByte).toString()
  if (quoted === null || counted === quoted) {
    const start = bytes.subarray(0, startByte).toString().length
    return { start, end: start + counted.length }
  }
  const found = text.indexOf(quoted)
  return found < 0 ? {} : { start: found, end: found + quoted.length }
}
