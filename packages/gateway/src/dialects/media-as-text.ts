import type { MediaPart } from '../canonical/parts.ts'
import { type Loss, lose } from './losses.ts'
import { toAddress } from './media.ts'

/** For dialects whose answers are text: what is said aloud as its words, anything else as Markdown. */
export function mediaAsText(part: MediaPart, dialectName: string, losses: Loss[]): string {
  if (part.kind === 'audio') {
    lose(losses, 'audio', `${dialectName} answers in text; its words were sent`)
    return part.transcript ?? ''
  }
  lose(losses, part.kind, `${dialectName} answers in text; sent as Markdown`)
  return `![${part.kind}](${toAddress(part) ?? ''})`
}
