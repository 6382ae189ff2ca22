import { Buffer } from 'node:buffer'
import type { Citation } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'

/** A citation and the text it points into. */
export interface Cited {
  citation: Citation
  /** The whole part as the client has it. */
  text: string
  /** Start of the cited part's own text in it, and its length. */
  start: number
  length: number
  /** Index of the content's part. */
  partIndex: number
}

/** Returns the citations as `groundingMetadata`; empty if all of them return among the native members. */
export function writeGrounding(all: readonly Cited[]): JsonObject {
  const cited = all.filter(({ citation }) => citation.native?.dialect !== 'gemini')
  if (cited.length === 0) return {}
  return {
    groundingMetadata: {
      groundingChunks: cited.map(({ citation }) => writeSource(citation)),
      groundingSupports: cited.map((place, index) => ({
        segment: writeSegment(place),
        groundingChunkIndices: [index],
      })),
    },
  }
}

function writeSource({ url, title, quote }: Citation): JsonObject {
  const source = { ...(url !== undefined && { uri: url }), ...(title !== undefined && { title }) }
  return quote === undefined ? { web: source } : { retrievedContext: { ...source, text: quote } }
}

/** Offsets count UTF-8 bytes. */
function writeSegment({ citation, text, start, length, partIndex }: Cited): JsonObject {
  const from = start + (citation.start ?? 0)
  const to = start + (citation.end ?? length)
  const quoted = text.slice(from, to)
  const startIndex = Buffer.byteLength(text.slice(0, from))
  return {
    ...(partIndex > 0 && { partIndex }),
    startIndex,
    endIndex: startIndex + Buffer.byteLength(quoted),
    text: quoted,
  }
}
