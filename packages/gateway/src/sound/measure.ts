import { amr, amrWide, NARROW_HEAD, WIDE_HEAD } from './amr.ts'
import { flac } from './flac.ts'
import type { SoundReader } from './frame.ts'
import { latm } from './latm.ts'
import { mp3 } from './mp3.ts'
import { mp4 } from './mp4.ts'
import { ogg } from './ogg.ts'
import { isWav, wavSeconds } from './wav.ts'
import { webm } from './webm.ts'

/** Adds up the duration of a sound's packets as it passes; times claimed by headers and indexes do not count. */
export interface SoundMeter {
  push(chunk: Uint8Array): void
  /** Duration of everything so far, as if it ended here. */
  readonly seconds: number
}

/**
 * Bytes of sound that cannot be measured count as speech at the lowest rate of any codec: 4 kbit/s. We read sounds
 * ourselves because libraries trust the times a file claims, and need the whole file.
 */
const LEAST_BYTES_PER_SECOND = 500

/** No Ogg page is longer, nor the part read of any frame. */
const MOST_HELD_BYTES = 65_536
const HEAD_BYTES = 4_096
/** Enough to recognize the kind. */
const MARK_BYTES = 12

const KINDS: readonly { at?: number; begins: string; reader(): SoundReader }[] = [
  { begins: 'fLaC', reader: flac },
  { begins: 'OggS', reader: ogg },
  { begins: '\x1a\x45\xdf\xa3', reader: webm },
  { begins: NARROW_HEAD, reader: amr },
  { begins: WIDE_HEAD, reader: amrWide },
  ...['ftyp', 'moov', 'mdat', 'wide', 'free'].map(begins => ({ at: 4, begins, reader: mp4 })),
  { begins: 'ID3', reader: mp3 },
  ...[0xe0, 0xe1, 0xe2, 0xe3].map(second => ({ begins: `\x56${String.fromCharCode(second)}`, reader: latm })),
  ...[0xfa, 0xfb, 0xf2, 0xf3, 0xe2, 0xe3].map(second => ({
    begins: `\xff${String.fromCharCode(second)}`,
    reader: mp3,
  })),
  { begins: '\xff', reader: mp3 },
]

/** Measures a sound of any kind. */
export function measureSound(): SoundMeter {
  let head = Buffer.alloc(0)
  let held = Buffer.alloc(0)
  let total = 0
  let counted = 0
  let measured = 0
  let skipped = 0
  /** For the last skipped range: how much of it was really there. */
  let overrun = 0
  let reader: SoundReader | null | undefined

  return {
    push(chunk) {
      total += chunk.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      if (reader === null) return
      if (skipped >= chunk.length) {
        skipped -= chunk.length
        return
      }
      held = held.length === 0 && skipped === 0 ? asBuffer(chunk) : Buffer.concat([held, chunk.subarray(skipped)])
      skipped = 0
      if (reader === undefined && held.length < MARK_BYTES) return
      reader ??=
        KINDS.find(({ at = 0, begins }) => held.toString('latin1', at, at + begins.length) === begins)?.reader() ?? null
      held = reader ? passFrames(reader) : Buffer.alloc(0)
    },
    get seconds() {
      if (isWav(head)) return wavSeconds(head, total, LEAST_BYTES_PER_SECOND)
      const known = reader?.indexed ? reader.indexed() : measured
      if (!reader || known === null) return total / LEAST_BYTES_PER_SECOND
      if (reader.indexed || (reader.isOpenEnded && known > 0)) return known
      // if it claims to extend past the end, all of it may be sound
      const covered = skipped > 0 ? counted - overrun : counted
      return known + Math.max(0, total - covered) / LEAST_BYTES_PER_SECOND
    },
  }

  /** Returns the rest, to be read with the next bytes. */
  function passFrames({ lead, frameAt }: SoundReader): Buffer<ArrayBuffer> {
    let at = 0
    while (at < held.length) {
      const frame = frameAt(held, at)
      if (frame === 'more' && held.length - at < MOST_HELD_BYTES) return Buffer.from(held.subarray(at))
      if (frame === null || frame === 'more') {
        const next = lead === undefined ? -1 : held.indexOf(lead, at + 1)
        at = next < 0 ? held.length : next
        if (lead === undefined && next < 0) reader = endOf(reader)
        continue
      }
      if (frame.seconds !== null) {
        measured += frame.seconds
        counted += frame.bytes
      }
      overrun = frame.isSkipped ? frame.bytes : 0
      at += frame.bytes
    }
    skipped = at - held.length
    return Buffer.alloc(0)
  }
}

/** A file whose frames end in garbage: nothing after them is read, but its index still counts. */
const endOf = (reader: SoundReader | null | undefined): SoundReader | null | undefined =>
  reader && { ...reader, frameAt: bytes => ({ bytes: bytes.length, seconds: null }) }

const asBuffer = (chunk: Uint8Array): Buffer<ArrayBuffer> => Buffer.from(chunk) as Buffer<ArrayBuffer>
