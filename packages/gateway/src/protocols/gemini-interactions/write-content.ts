import { Buffer } from 'node:buffer'
import type { MediaPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { sniffMime } from '../common/media.ts'

const TYPE_OF = { image: 'image', audio: 'audio', video: 'video', file: 'document' } as const

/** Returns a medium that the model made as a content. */
export function writeMedia({ kind, mime, source }: Pick<MediaPart, 'kind' | 'mime' | 'source'>): JsonObject {
  const type = TYPE_OF[kind]
  switch (source.type) {
    case 'data':
      return { type, ...mimeOf(mime ?? sniffMime(source.base64)), data: source.base64 }
    case 'text':
      return { type, ...mimeOf(mime ?? 'text/plain'), data: Buffer.from(source.text).toString('base64') }
    case 'url':
      return { type, ...mimeOf(mime), uri: source.url }
    case 'stored':
      return { type, ...mimeOf(mime), uri: source.id }
  }
}

const mimeOf = (mime: string | null): JsonObject => (mime === null ? {} : { mime_type: mime })
