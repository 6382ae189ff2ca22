import { flacFrameAt } from './flac.ts'
import type { FrameAt } from './frame.ts'
import { mp3FrameAt } from './mp3.ts'
import { oggPageAt } from './ogg.ts'

/** Adds up the frames of a sound while it passes: what its head says of its length counts for nothing. */
export interface FrameCounter {
  push(chunk: Uint8Array): void
  /** Of the frames so far. */
  readonly seconds: number
  /** That belong to frames. */
  readonly bytes: number
}

const FORMATS: readonly { begins: string | number[]; lead: number; frameAt: FrameAt }[] = [
  { begins: 'fLaC', lead: 0xff, frameAt: flacFrameAt },
  { begins: 'OggS', lead: 0x4f, frameAt: oggPageAt },
  { begins: 'ID3', lead: 0xff, frameAt: mp3FrameAt },
  { begins: [0xff], lead: 0xff, frameAt: mp3FrameAt },
]

/** No frame's head is longer, nor any page of Ogg. */
const MOST_HELD_BYTES = 65_536

/** For a sound of any kind; of kinds without frames we know nothing is counted. */
export function countFrames(): FrameCounter {
  let held = Buffer.alloc(0)
  let skipped = 0
  let format: (typeof FORMATS)[number] | null | undefined
  const counter = { push, seconds: 0, bytes: 0 }
  return counter

  function push(chunk: Uint8Array): void {
    if (format === null) return
    if (skipped >= chunk.length) {
      skipped -= chunk.length
      return
    }
    held = Buffer.concat([held, chunk.subarray(skipped)])
    skipped = 0
    if (format === undefined && held.length < 4) return
    format ??= FORMATS.find(({ begins }) => held.indexOf(Buffer.from(begins as string)) === 0) ?? null
    if (format) held = passFrames(format)
  }

  /** What is left to be looked at with the next bytes. */
  function passFrames({ lead, frameAt }: (typeof FORMATS)[number]): Buffer<ArrayBuffer> {
    let at = 0
    while (at < held.length) {
      const frame = frameAt(held, at)
      if (frame === 'more' && held.length - at < MOST_HELD_BYTES) return Buffer.from(held.subarray(at))
      if (frame === null || frame === 'more') {
        const next = held.indexOf(lead, at + 1)
        at = next < 0 ? held.length : next
        continue
      }
      counter.seconds += frame.seconds
      counter.bytes += frame.bytes
      at += frame.bytes
    }
    skipped = at - held.length
    return Buffer.alloc(0)
  }
}
