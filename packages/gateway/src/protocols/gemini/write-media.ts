import { Buffer } from 'node:buffer'
import type { MediaPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { lookUp } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import { type Loss, refuseStored } from '../common/losses.ts'
import { kindOfMime, sniffMime } from '../common/media.ts'
import { limits } from './limits.ts'
import { YOUTUBE } from './read-media.ts'

/** Media as `inlineData` or `fileData`. */
export function writeMedia(part: MediaPart, losses: Loss[]): JsonObject {
  if (part.detail !== undefined && part.detail !== 'auto') note(losses, limits.imageDetail)
  if (part.name !== undefined) note(losses, limits.fileName)
  const { source } = part
  switch (source.type) {
    case 'data':
      return { inlineData: { mimeType: mimeOf(part, sniffMime(source.base64)), data: source.base64 } }
    case 'text': {
      note(losses, limits.textFile)
      const data = Buffer.from(source.text).toString('base64')
      return { inlineData: { mimeType: 'text/plain', data } }
    }
    case 'url':
      return writeFile(part, source.url)
    case 'stored':
      if (source.origin !== 'google') throw refuseStored(source.origin)
      return writeFile(part, source.id)
  }
}

function writeFile(part: MediaPart, fileUri: string): JsonObject {
  const extension = /\.(\w+)(?:[?#]|$)/.exec(fileUri)?.[1]?.toLowerCase() ?? ''
  // Google knows the type of files it stores and of YouTube videos
  if (part.mime === null && (part.source.type === 'stored' || YOUTUBE.test(fileUri))) return { fileData: { fileUri } }
  return { fileData: { mimeType: mimeOf(part, lookUp(MIME_OF, extension) ?? null), fileUri } }
}

/** Models see images and documents inside a function's response, but not audio or video. */
export function isSeenInResponses(part: MediaPart): boolean {
  const mime = part.mime ?? (part.source.type === 'data' ? sniffMime(part.source.base64) : null)
  return part.kind === 'image' || mime === 'application/pdf' || mime === 'text/plain' || part.source.type === 'text'
}

/** Gemini requires a type; a guess is used if it has the part's kind. */
function mimeOf(part: MediaPart, guess: string | null): string {
  if (part.mime !== null) return part.mime
  return guess !== null && kindOfMime(guess) === part.kind ? guess : LIKELIEST[part.kind]
}

const LIKELIEST = { image: 'image/jpeg', audio: 'audio/mpeg', video: 'video/mp4', file: 'application/pdf' } as const

const MIME_OF: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
}
