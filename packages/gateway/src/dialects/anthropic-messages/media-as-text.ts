import type { MediaPart } from '../../canonical/parts.ts'
import { type Loss, lose } from '../losses.ts'
import { toAddress } from '../media.ts'

/** An answer here is text: what is said aloud as its words, a picture as Markdown. */
export function mediaAsText(part: MediaPart, losses: Loss[]): string {
  if (part.kind === 'audio') {
    lose(losses, 'audio', 'Messages answers in text; its words were sent')
    return part.transcript ?? ''
  }
  lose(losses, part.kind, 'Messages answers in text; sent as Markdown')
  return `![${part.kind}](${toAddress(part) ?? ''})`
}
