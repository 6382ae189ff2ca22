import type { MediaPart } from '@tollgate/gateway'
import type { FetchMedia } from '../upstream/media/fetch-media.ts'

/** The smallest medium of each kind that converters accept. */
const STAND_INS: Record<MediaPart['kind'], { mime: string; base64: string }> = {
  image: {
    mime: 'image/png',
    base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  audio: { mime: 'audio/wav', base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=' },
  video: { mime: 'video/mp4', base64: 'AAAAGGZ0eXBpc29tAAACAGlzb21pc28y' },
  file: { mime: 'application/pdf', base64: 'JVBERi0xLjQK' },
}

/** Stands in for media that a call would fetch, and says that it did. */
export function standInMedia(): { fetch: FetchMedia; isUsed(): boolean } {
  let isUsed = false
  return {
    isUsed: () => isUsed,
    async fetch(media) {
      isUsed ||= media.length > 0
      return new Map(
        media.map(({ part }) => {
          const { mime, base64 } = STAND_INS[part.kind]
          return [part, { ...part, source: { type: 'data', base64 }, mime }] as const
        }),
      )
    },
  }
}
