import type { MediaPart, Part } from './parts.ts'
import type { CanonicalRequest } from './request.ts'

/** How a host takes media, if it differs from its dialect. */
export interface MediaQuirks {
  /** Kinds of media it takes only as data; it fetches others from their addresses. */
  dataOnly?: readonly MediaPart['kind'][]
  /** It fetches only from `https` addresses. */
  httpsOnly?: boolean
}

/** Fetches no media. */
export const DATA_ONLY: MediaQuirks = { dataOnly: ['image', 'audio', 'video', 'file'] }

/** A medium that a request gives only by address. */
export type MediaByAddress = MediaPart & { source: { type: 'url' } }

export interface MediaToFetch {
  part: MediaByAddress
  /** Names the medium in messages: `image 2` is the second of the request. */
  name: string
}

/** Returns the media of a request that a host would not fetch, in order. */
export function mediaToFetch(request: CanonicalRequest, quirks: MediaQuirks = {}): MediaToFetch[] {
  if (!quirks.dataOnly && !quirks.httpsOnly) return []
  const counts = { image: 0, audio: 0, video: 0, file: 0 }
  return request.turns
    .flatMap(({ parts }) => parts.flatMap(mediaIn))
    .flatMap(part => {
      const name = `${part.kind} ${++counts[part.kind]}`
      return isForUs(part, quirks) ? [{ part, name }] : []
    })
}

/** Returns the media that a request carries as data, in order. */
export function mediaAsData(request: CanonicalRequest): { part: MediaPart; base64: string; name: string }[] {
  const all = request.turns.flatMap(({ parts }) => parts.flatMap(mediaIn))
  return all.flatMap((part, at) =>
    part.source.type === 'data' ? [{ part, base64: part.source.base64, name: `${part.kind} ${at + 1}` }] : [],
  )
}

/** Returns whether a request's text may hold such addresses, in any dialect. */
export const mentionsAddresses = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /"(url|image_url|fileUri|file_uri)":\s*"https?:/i

/** Returns the same request with some media replaced. */
export function replaceMedia(request: CanonicalRequest, others: ReadonlyMap<MediaPart, MediaPart>): CanonicalRequest {
  const replaced = <Some extends Part>(part: Some): Some => {
    if (part.type === 'tool-result') return { ...part, parts: part.parts.map(replaced) }
    // a medium is only replaced by a medium
    return ((part.type === 'media' && others.get(part)) || part) as Some
  }
  return { ...request, turns: request.turns.map(turn => ({ ...turn, parts: turn.parts.map(replaced) })) }
}

function mediaIn(part: Part): MediaPart[] {
  if (part.type === 'tool-result') return part.parts.flatMap(mediaIn)
  return part.type === 'media' ? [part] : []
}

function isForUs(part: MediaPart, { dataOnly, httpsOnly }: MediaQuirks): part is MediaByAddress {
  if (part.source.type !== 'url' || !/^https?:/i.test(part.source.url)) return false
  return dataOnly?.includes(part.kind) === true || (httpsOnly === true && /^http:/i.test(part.source.url))
}
