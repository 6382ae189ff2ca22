import type { MediaPart, Part } from './parts.ts'
import type { CanonicalRequest } from './request.ts'

/** How a host takes media, where it is not as its dialect says. */
export interface MediaQuirks {
  /** Kinds of media it takes as data alone; others it fetches itself where it is told their address. */
  dataOnly?: readonly MediaPart['kind'][]
  /** What it fetches itself, it fetches by `https` alone. */
  httpsOnly?: boolean
}

/** It fetches no media itself. */
export const DATA_ONLY: MediaQuirks = { dataOnly: ['image', 'audio', 'video', 'file'] }

/** A medium of which a request tells the address alone. */
export type MediaByAddress = MediaPart & { source: { type: 'url' } }

export interface MediaToFetch {
  part: MediaByAddress
  /** To tell it by: `image 2`, the second of the request. */
  name: string
}

/** Returns the media of a request that a host would not fetch itself, in the order they stand in. */
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

/** Returns the media of a request that are told as data, in the order they stand in. */
export function mediaAsData(request: CanonicalRequest): { part: MediaPart; base64: string; name: string }[] {
  const all = request.turns.flatMap(({ parts }) => parts.flatMap(mediaIn))
  return all.flatMap((part, at) =>
    part.source.type === 'data' ? [{ part, base64: part.source.base64, name: `${part.kind} ${at + 1}` }] : [],
  )
}

/** Returns whether a request's text may hold such addresses, in whatever dialect. */
export const mentionsAddresses = (text: string): boolean => ADDRESS.test(text)

const ADDRESS = /"(url|image_url|fileUri|file_uri)":\s*"https?:/i

/** Returns the same request with other media in the place of some. */
export function replaceMedia(request: CanonicalRequest, others: ReadonlyMap<MediaPart, MediaPart>): CanonicalRequest {
  const replaced = <Some extends Part>(part: Some): Some => {
    if (part.type === 'tool-result') return { ...part, parts: part.parts.map(replaced) }
    // what takes a medium's place is a medium
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
