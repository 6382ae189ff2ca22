import { Buffer } from 'node:buffer'
import type { MediaPart, MediaSource } from '../../canonical/parts.ts'

/** A media source from an address, which may be a data URL. */
export function fromAddress(address: string): { source: MediaSource; mime: string | null } {
  const comma = /^data:/i.test(address) ? address.indexOf(',') : -1
  if (comma < 0) return { source: { type: 'url', url: address }, mime: null }
  const head = address.slice('data:'.length, comma)
  const data = address.slice(comma + 1)
  const base64 = /;base64$/i.test(head) ? data : Buffer.from(decode(data)).toString('base64')
  return { source: { type: 'data', base64 }, mime: head.split(';', 1)[0] || null }
}

/** Returns the address of media that have one: a URL or a data URL. */
export function toAddress(part: MediaPart): string | null {
  const { source } = part
  if (source.type === 'url') return source.url
  if (source.type === 'data') return `data:${part.mime ?? FALLBACK_MIME[part.kind]};base64,${source.base64}`
  if (source.type === 'text') return `data:text/plain;base64,${Buffer.from(source.text).toString('base64')}`
  return null
}

/** Returns the kind of media of a MIME type. */
export function kindOfMime(mime: string | null): MediaPart['kind'] {
  const top = mime?.split('/')[0]
  return top === 'image' || top === 'audio' || top === 'video' ? top : 'file'
}

/** Returns the MIME type of data without one, by its first bytes; null: unknown. */
export function sniffMime(base64: string): string | null {
  return BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1] ?? null
}

const BEGINNINGS = [
  ['iVBOR', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lG', 'image/gif'],
  ['UklG', 'image/webp'],
  ['JVBER', 'application/pdf'],
] as const

const FALLBACK_MIME = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  file: 'application/octet-stream',
} as const

function decode(data: string): string {
  try {
    return decodeURIComponent(data)
  } catch {
    return data
  }
}
