import type { MediaPart } from '../../canonical/parts.ts'
import { note, untold } from './limits.ts'
import type { Loss } from './losses.ts'
import { toAddress } from './media.ts'

/** For dialects with only text in answers: speech becomes its words, other media Markdown. */
export function mediaAsText(part: MediaPart, limits: MediaAsTextLimits, losses: Loss[]): string {
  note(losses, limits[part.kind])
  return part.kind === 'audio' ? (part.transcript ?? '') : `![${part.kind}](${toAddress(part) ?? ''})`
}

export const mediaAsTextLimits = (dialectName: string) => ({
  audio: untold('audio', `${dialectName} answers in text; its words were sent`),
  image: untold('image', `${dialectName} answers in text; sent as Markdown`),
  video: untold('video', `${dialectName} answers in text; sent as Markdown`),
  file: untold('file', `${dialectName} answers in text; sent as Markdown`),
})

type MediaAsTextLimits = ReturnType<typeof mediaAsTextLimits>
