import { aacFrameSeconds } from './aac-config.ts'
import { flacRate } from './flac.ts'
import type { SoundReader } from './frame.ts'
import { mp3FrameAt } from './mp3.ts'
import { flacPackets } from './ogg.ts'
import { opusPacketSeconds } from './opus.ts'
import { readVorbisShape, vorbisCounter } from './vorbis.ts'

type PacketSeconds = (packet: Uint8Array) => number | null

interface Track {
  number: number
  isSound: boolean
  codec: string
  config: Buffer
  /** Its packets are compressed or encrypted. */
  isEncoded: boolean
  seconds?: PacketSeconds
}

const CLUSTER = 0x1f43b675
/** Elements that contain others, which are read as they come: in live recordings their sizes are unknown. */
const HOLDERS: ReadonlySet<number> = new Set([0x18538067, CLUSTER, 0x1654ae6b, 0xae, 0xa0])
/** EBML's header, indexes, titles, tags, attachments, padding, checksums, and the timestamps of blocks and clusters. */
const SKIPPED: ReadonlySet<number> = new Set([
  ...[0x1a45dfa3, 0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469, 0xec, 0xbf],
  ...[0xe7, 0xa7, 0xab, 0x9b, 0xfb, 0x75a2],
])
const BLOCKS: ReadonlySet<number> = new Set([0xa3, 0xa1])

/** Fields of a track, by element. */
const READERS: Readonly<Record<number, (track: Track, content: Buffer) => void>> = {
  215: (track, content) => (track.number = numberIn(content)),
  131: (track, content) => (track.isSound = numberIn(content) === 2),
  134: (track, content) => (track.codec = content.toString('latin1')),
  25506: (track, content) => (track.config = Buffer.from(content)),
  28032: track => (track.isEncoded = true),
}
const TRACK = 0xae
const MOST_TRACKS = 64
const LONGEST_BLOCK_BYTES = 64 * 1024 - 16
/** More than any frame of these codecs has. */
const LONGEST_CONFIG_BYTES = 48 * 1024

/** WebM and Matroska: the total duration of its sound packets. https://www.rfc-editor.org/rfc/rfc9559 */
export function webm(): SoundReader {
  const tracks: Track[] = []
  let isLost = false
  return {
    lead: CLUSTER >>> 24,
    frameAt(bytes, at) {
      if (bytes.length - at < 12) return 'more'
      // players also resume at the next cluster
      if (isLost && bytes.readUInt32BE(at) !== CLUSTER) return null
      const id = readId(bytes, at)
      const size = id && readSize(bytes, at + id.bytes)
      isLost = !size || (size.value === null && !HOLDERS.has(id.value))
      if (isLost || !id || !size) return null
      const head = id.bytes + size.bytes
      if (id.value === TRACK && tracks.length < MOST_TRACKS)
        tracks.push({ number: 0, isSound: false, codec: '', config: Buffer.alloc(0), isEncoded: false })
      if (HOLDERS.has(id.value)) return { bytes: head, seconds: 0 }
      const length = size.value ?? 0
      const total = head + length
      const read = READERS[id.value]
      if (read && length <= LONGEST_CONFIG_BYTES) {
        if (bytes.length - at < total) return 'more'
        const track = tracks.at(-1)
        if (track) read(track, bytes.subarray(at + head, at + total))
        return { bytes: total, seconds: 0 }
      }
      if (BLOCKS.has(id.value)) {
        const number = readSize(bytes, at + head)
        const track = tracks.find(one => one.number === number?.value)
        if (track && !track.isSound) return { bytes: total, seconds: 0, isSkipped: true }
        if (!track || length > LONGEST_BLOCK_BYTES) return { bytes: total, seconds: null }
        if (bytes.length - at < total) return 'more'
        return {
          bytes: total,
          seconds: blockSeconds(track, bytes.subarray(at + head + (number?.bytes ?? 0), at + total)),
        }
      }
      return SKIPPED.has(id.value) ? { bytes: total, seconds: 0, isSkipped: true } : { bytes: total, seconds: null }
    },
  }
}

function blockSeconds(track: Track, block: Buffer): number | null {
  track.seconds ??= track.isEncoded ? () => null : (codecOf(track)?.(track) ?? (() => null))
  const packets = unlace(block)
  if (!packets) return null
  let sum = 0
  for (const packet of packets) {
    const seconds = track.seconds(packet)
    if (seconds === null) return null
    sum += seconds
  }
  return sum
}

/** https://www.matroska.org/technical/codec_specs.html */
const CODECS: readonly [begins: string, seconds: (track: Track) => PacketSeconds | null][] = [
  ['A_OPUS', () => opusPacketSeconds],
  ['A_VORBIS', vorbisOf],
  ['A_AAC', ({ config }) => always(aacFrameSeconds(config))],
  ['A_FLAC', ({ config }) => flacPackets(flacRate(config))],
  ['A_MPEG/L', () => mpegSeconds],
]
const codecOf = ({ codec }: Track) => CODECS.find(([begins]) => codec.startsWith(begins))?.[1]
const always =
  (seconds: number | null): PacketSeconds =>
  () =>
    seconds

/** Its three headers follow each other, preceded by the lengths of the first two. */
function vorbisOf({ config }: Track): PacketSeconds | null {
  if (config[0] !== 2) return null
  const lengths: number[] = []
  let at = 1
  for (let head = 0; head < 2; head++) {
    let length = 0
    for (; config[at] === 255; at++) length += 255
    length += config[at++] ?? 0
    lengths.push(length)
  }
  const [first = 0, second = 0] = lengths
  const shape = readVorbisShape(config.subarray(at, at + first), config.subarray(at + first + second))
  return shape && vorbisCounter(shape)
}

function mpegSeconds(packet: Uint8Array): number | null {
  const bytes = Buffer.concat([packet, Buffer.alloc(10)])
  let sum = 0
  for (let at = 0; at < packet.length; ) {
    const frame = mp3FrameAt(bytes, at)
    if (!frame || frame === 'more' || frame.seconds === null) return null
    sum += frame.seconds
    at += frame.bytes
  }
  return sum
}

const LACINGS = ['none', 'xiph', 'fixed', 'ebml'] as const

/** The packets of a block, after its track number; null: they cannot be separated. */
function unlace(block: Buffer): Buffer[] | null {
  if (block.length < 3) return null
  const lacing = LACINGS[((block[2] ?? 0) >> 1) & 0b11]
  if (lacing === 'none') return [block.subarray(3)]
  const count = (block[3] ?? 0) + 1
  const sizes: number[] = []
  let at = 4
  if (lacing === 'fixed') sizes.push(...Array(count - 1).fill(Math.floor((block.length - at) / count)))
  for (let size = 0; sizes.length < count - 1; sizes.push(size)) {
    if (lacing === 'xiph') {
      size = 0
      for (; block[at] === 255; at++) size += 255
      size += block[at++] ?? 0
      continue
    }
    const read = readSize(block, at)
    if (!read || read.value === null) return null
    // all but the first are given as differences
    size = sizes.length === 0 ? read.value : size + read.value - (2 ** (7 * read.bytes - 1) - 1)
    at += read.bytes
  }
  const packets: Buffer[] = []
  for (const size of sizes) {
    if (size < 0 || at + size > block.length) return null
    packets.push(block.subarray(at, at + size))
    at += size
  }
  return [...packets, block.subarray(at)]
}

const numberIn = (content: Buffer): number =>
  content.length === 0 || content.length > 6 ? 0 : content.readUIntBE(0, content.length)

function readId(bytes: Buffer, at: number): { value: number; bytes: number } | null {
  const count = Math.clz32(bytes[at] ?? 0) - 23
  return count > 4 || at + count > bytes.length ? null : { value: bytes.readUIntBE(at, count), bytes: count }
}

/** A size, or a track number. `value` is null if it is unknown. */
function readSize(bytes: Buffer, at: number): { value: number | null; bytes: number } | null {
  const count = Math.clz32(bytes[at] ?? 0) - 23
  if (count > 8 || at + count > bytes.length) return null
  let value = (bytes[at] ?? 0) & (0xff >> count)
  let isUnknown = value === 0xff >> count
  for (let next = at + 1; next < at + count; next++) {
    value = value * 256 + (bytes[next] ?? 0)
    isUnknown &&= bytes[next] === 0xff
  }
  return { value: isUnknown ? null : value, bytes: count }
}
