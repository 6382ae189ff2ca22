import type { Tally } from './tally.ts'

export const MEDIA_KINDS = ['imageOutput', 'audioOutput'] as const

/** The most tokens that Google counts for an image. https://ai.google.dev/gemini-api/docs/pricing */
export const TOKENS_OF_IMAGE = 2_000
/**
 * Base64 characters per token of sound: for 16 bits at 24 kHz, as streams carry it, at 25 tokens a second; for other
 * sound the lowest rate.
 */
const CHARACTERS_PER_TOKEN = { pcm: 2_560, other: 32 }

/**
 * Notes an image or a piece of sound that the model made; other media have no price of their own.
 *
 * @param mime the kind alone if no more is known; such sound is taken to be as streams carry it
 */
export function noteMedia(tally: Tally, mime: string, data: string): void {
  const [type, form = 'pcm'] = mime.toLowerCase().split(/[/;]/)
  if (type !== 'image' && type !== 'audio') return
  tally.media ??= { imageOutput: 0, audioOutput: 0, counted: { imageOutput: 0, audioOutput: 0 } }
  if (type === 'image') tally.media.imageOutput += TOKENS_OF_IMAGE
  else tally.media.audioOutput += data.length / CHARACTERS_PER_TOKEN[PCM.has(form) ? 'pcm' : 'other']
}

const PCM: ReadonlySet<string> = new Set(['pcm', 'pcm16', 'l16', 'wav', 'x-wav'])

/** Returns whether images or sound have passed that no report covers yet. */
export const hasUncountedMedia = ({ media }: Readonly<Tally>): boolean =>
  media !== null && MEDIA_KINDS.some(kind => media[kind] > media.counted[kind])
