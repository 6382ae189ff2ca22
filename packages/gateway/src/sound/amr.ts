import type { FrameAt, SoundReader } from './frame.ts'

/** Bytes of a frame by its type. https://www.rfc-editor.org/rfc/rfc4867, 5.3 */
const NARROW = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
const WIDE = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
const FRAME_SECONDS = 0.02

export const NARROW_HEAD = '#!AMR\n'
export const WIDE_HEAD = '#!AMR-WB\n'

export const amr = (): SoundReader => ofFrames(NARROW_HEAD, NARROW)
export const amrWide = (): SoundReader => ofFrames(WIDE_HEAD, WIDE)

function ofFrames(head: string, sizes: readonly number[]): SoundReader {
  let isBegun = false
  const frameAt: FrameAt = (bytes, at) => {
    if (!isBegun) {
      isBegun = true
      return { bytes: head.length, seconds: 0 }
    }
    return { bytes: sizes[((bytes[at] ?? 0) >> 3) & 0xf] ?? 1, seconds: FRAME_SECONDS }
  }
  return { frameAt }
}
