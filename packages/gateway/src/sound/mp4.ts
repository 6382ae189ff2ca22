import { aacFrameSeconds } from './aac-config.ts'
import type { SoundReader } from './frame.ts'

/** Boxes that contain others, which are read as they come. */
const HOLDERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'])
const BOX_HEAD = 8
const LARGE_BOX_HEAD = 16
/** At most this much of a box is read. */
const MOST_READ_BYTES = 32 * 1024

interface Track {
  id: number
  isSound: boolean
  /** Null: its kind cannot be measured. */
  frameSeconds: number | null
  frames: number
}

/** MP4, M4A, 3GP, QuickTime: counts the frames in the index, whatever times it claims. */
export function mp4(): SoundReader {
  const tracks: Track[] = []
  let fragmentOf: Track | undefined

  const readers: Readonly<Record<string, (content: Buffer) => void>> = {
    tkhd: content => withLast(track => (track.id = content.readUInt32BE(content[0] === 1 ? 20 : 12))),
    hdlr: content => withLast(track => (track.isSound ||= content.toString('latin1', 8, 12) === 'soun')),
    stsd: content => withLast(track => Object.assign(track, readDescription(content))),
    stsz: content => withLast(track => (track.frames += content.readUInt32BE(8))),
    stz2: content => withLast(track => (track.frames += content.readUInt32BE(8))),
    tfhd: content => {
      fragmentOf = tracks.find(({ id }) => id === content.readUInt32BE(4))
    },
    trun: content => {
      // if its track is unknown, it counts for every track
      for (const track of fragmentOf ? [fragmentOf] : tracks) track.frames += content.readUInt32BE(4)
    },
  }
  const withLast = (change: (track: Track) => unknown): void => {
    const last = tracks.at(-1)
    if (last) change(last)
  }

  return {
    frameAt(bytes, at) {
      if (bytes.length - at < BOX_HEAD) return 'more'
      const short = bytes.readUInt32BE(at)
      const type = bytes.toString('latin1', at + 4, at + 8)
      const head = short === 1 ? LARGE_BOX_HEAD : BOX_HEAD
      if (bytes.length - at < head) return 'more'
      const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? Number.MAX_SAFE_INTEGER : short
      if (size < head) return null
      if (type === 'trak') tracks.push({ id: 0, isSound: false, frameSeconds: null, frames: 0 })
      if (HOLDERS.has(type)) return { bytes: head, seconds: 0 }
      const read = readers[type]
      if (read) {
        const wanted = Math.min(size, MOST_READ_BYTES)
        if (bytes.length - at < wanted) return 'more'
        if (!isRead(read, bytes.subarray(at + head, at + wanted))) return null
      }
      return { bytes: size, seconds: 0 }
    },
    indexed() {
      const sounds = tracks.filter(({ isSound }) => isSound)
      const lengths = sounds.map(({ frames, frameSeconds }) => (frameSeconds === null ? null : frames * frameSeconds))
      // the upstream uses one of them
      return lengths.length === 0 || lengths.includes(null) ? null : Math.max(...lengths.map(Number))
    },
  }
}

/** False: it is too short for its content. */
function isRead(read: (content: Buffer) => void, content: Buffer): boolean {
  try {
    read(content)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns what a track's single description says about its frames. */
function readDescription(content: Buffer): Pick<Track, 'frameSeconds' | 'isSound'> {
  const kind = content.toString('latin1', 12, 16)
  const frameSeconds = content.readUInt32BE(4) === 1 ? (DESCRIPTIONS[kind]?.(content) ?? null) : null
  return { frameSeconds, isSound: kind in DESCRIPTIONS }
}

const DESCRIPTIONS: Readonly<Record<string, (content: Buffer) => number | null>> = {
  mp4a: content => slowest(content, 'esds', readStreamDescription),
  alac: content =>
    slowest(content, 'alac', box => {
      const [samples, rate] = box.length < 28 ? [0, 0] : [box.readUInt32BE(4), box.readUInt32BE(24)]
      return samples > 0 && rate > 0 ? samples / rate : null
    }),
}

/** The longest frame in all boxes of this name; null: one cannot be read, or there is none. */
function slowest(content: Buffer, name: string, read: (box: Buffer) => number | null): number | null {
  let longest: number | null = null
  for (let at = content.indexOf(name, 16, 'latin1'); at >= 0; at = content.indexOf(name, at + 4, 'latin1')) {
    const seconds = read(content.subarray(at + 4))
    if (seconds === null) return null
    longest = Math.max(longest ?? 0, seconds)
  }
  return longest
}

const STREAM = 3
const DECODER = 4
const CONFIG = 5
/** MPEG-4, and the profiles of MPEG-2. */
const AAC_CODES: ReadonlySet<number> = new Set([0x40, 0x66, 0x67, 0x68])

/** ISO/IEC 14496-1, 7.2.6: nested descriptors, each a tag, a length in groups of seven bits, and its content. */
function readStreamDescription(box: Buffer): number | null {
  const stream = descriptor(box.subarray(4), STREAM)
  // no others have been seen: they would come before the next
  if (!stream || stream[2] === undefined || (stream[2] & 0xe0) !== 0) return null
  const decoder = descriptor(stream.subarray(3), DECODER)
  if (!decoder || !AAC_CODES.has(decoder[0] ?? 0)) return null
  const config = descriptor(decoder.subarray(13), CONFIG)
  return config && aacFrameSeconds(config)
}

function descriptor(bytes: Buffer, tag: number): Buffer | null {
  if (bytes[0] !== tag) return null
  let length = 0
  let at = 1
  for (; at < 5; at++) {
    const seven = bytes[at] ?? 0
    length = (length << 7) | (seven & 0x7f)
    if ((seven & 0x80) === 0) break
  }
  return bytes.subarray(at + 1, at + 1 + length)
}
