import { asText, objectOrEmpty } from '../../raw/json.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'

/** 8,000 samples per second of one byte each. */
const TELEPHONE_BYTES_PER_SECOND = 8_000

/**
 * Bytes per second of a live session's sound: `pcm16`, `g711_ulaw`, or the newer `{"type":"audio/pcmu"}`. Sound at a
 * slower rate lasts longer; a rate faster than usual is not accepted.
 */
export function bytesPerSecond(format: unknown): number {
  const { type, rate } = objectOrEmpty(format)
  const name = (asText(format) ?? asText(type) ?? '').toLowerCase()
  if (/g711|pcm[ua]/.test(name)) return TELEPHONE_BYTES_PER_SECOND
  const isRate = typeof rate === 'number' && rate > 0
  return isRate ? Math.min(PCM_BYTES_PER_SECOND, rate * BYTES_PER_SAMPLE) : PCM_BYTES_PER_SECOND
}

const BYTES_PER_SAMPLE = 2

/** Bytes per second of the slowest of these formats, for a host that reads another than the first. */
export const slowestRate = (formats: readonly unknown[]): number => Math.min(...formats.map(bytesPerSecond))

/** Length of sound in base64. */
export const secondsOf = (base64: unknown, rate: number): number =>
  typeof base64 === 'string' ? (base64.length * 3) / 4 / rate : 0
