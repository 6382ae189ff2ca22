import type { CacheMark, MediaPart, OpaquePart, TextPart } from '../../canonical/parts.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note, refusal } from '../common/limits.ts'
import { type Loss, loseNative, refuseStored } from '../common/losses.ts'
import { toAddress } from '../common/media.ts'
import { limits } from './limits.ts'

/** Writes the texts of users, systems and tools, for one upstream. */
export class ContentWriter {
  constructor(
    /** Whether the model takes explicit cache breakpoints. */
    private readonly takesBreakpoints: boolean,
    private readonly losses: Loss[],
  ) {}

  /** Returns a plain text if that is enough, otherwise a list of parts. */
  write(parts: readonly (TextPart | MediaPart | OpaquePart)[]): string | JsonObject[] {
    const [only] = parts
    if (!only) return ''
    const content = parts.map(part => this.part(part))
    const isPlain = parts.length === 1 && only.type === 'text' && Object.keys(content[0] ?? {}).length === 2
    return isPlain ? only.text : content
  }

  private part(part: TextPart | MediaPart | OpaquePart): JsonObject {
    if (part.type === 'opaque') return part.value as JsonObject // only this dialect's own parts come here, read from objects
    if (part.type === 'text') return { type: 'input_text', text: part.text, ...this.breakpoint(part.cache) }
    return { ...this.media(part), ...this.breakpoint(part.cache) }
  }

  private media(part: MediaPart): JsonObject {
    const { source, kind } = part
    loseNative(part, 'openai-responses', this.losses)
    if (source.type === 'text') {
      note(this.losses, limits.textFile)
      return { type: 'input_text', text: source.text }
    }
    if (kind === 'audio' || kind === 'video')
      throw refusal(kind === 'audio' ? limits.refusedAudio : limits.refusedVideo)
    if (source.type === 'stored' && source.origin !== 'openai') throw refuseStored(source.origin)
    const stored = source.type === 'stored' ? { file_id: source.id } : null
    if (kind === 'image') {
      return { type: 'input_image', detail: part.detail ?? 'auto', ...(stored ?? { image_url: toAddress(part) }) }
    }
    return {
      type: 'input_file',
      ...(part.detail !== undefined && { detail: part.detail }),
      ...(stored ?? writeFile(part)),
    }
  }

  private breakpoint(mark: CacheMark | undefined): JsonObject {
    if (!mark) return {}
    if (this.takesBreakpoints) return { prompt_cache_breakpoint: { mode: 'explicit' } }
    note(this.losses, limits.noMarks)
    return {}
  }
}

/** Files given as data must have a name. */
function writeFile(part: MediaPart): JsonObject {
  const named = part.name ? { filename: part.name } : {}
  if (part.source.type === 'url') return { ...named, file_url: part.source.url }
  const ending = part.mime?.split('/')[1]?.replace(/[^a-z0-9].*/, '') || 'pdf'
  return { filename: `file.${ending}`, ...named, file_data: toAddress(part) }
}
