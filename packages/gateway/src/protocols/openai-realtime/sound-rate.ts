import { asText, objectOrEmpty } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'

/** 8,000 samples a second of a byte each. */
const TELEPHONE_BYTES_PER_SECOND = 8_000

/** Bytes per second of a live session's sound: `pcm16`, `g711_ulaw`, or the newer `{"type":"audio/pcmu"}`. */
export function bytesPerSecond(format: unknown): number {
  const name = asText(format) ?? asText(objectOrEmpty(format).type) ?? ''
  return /g711|pcm[ua]/.test(name) ? TELEPHONE_BYTES_PER_SECOND : PCM_BYTES_PER_SECOND
}

/** Length of sound in base64. */
export const secondsOf = (base64: unknown, rate: number): number =>
  typeof base64 === 'string' ? (base64.length * 3) / 4 / rate : 0
