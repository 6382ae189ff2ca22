import { flacFrames, flacRate } from './flac.ts'
import type { SoundReader } from './frame.ts'
import { opusPacketSeconds } from './opus.ts'
import { readVorbisShape, vorbisCounter } from './vorbis.ts'

const PAGE_HEAD = 27
const FULL = 255
const BEGINS_STREAM = 2
const CONTINUES_PACKET = 1
/** More streams than any sound has, and a longer header than any encoder writes. */
const MOST_STREAMS = 64
const LONGEST_SETUP_BYTES = 64 * 1024

/** Returns the seconds of one codec's packet, by its first bytes; null: it cannot be measured. */
type PacketSeconds = (packet: Uint8Array) => number | null

/** Ogg: the total duration of its streams' packets, whatever its pages claim. */
export function ogg(): SoundReader {
  const streams = new Map<number, ReturnType<typeof packetsOf>>()
  return {
    lead: 0x4f,
    frameAt(bytes, at) {
      if (bytes.length - at < PAGE_HEAD) return 'more'
      if (bytes.toString('latin1', at, at + 4) !== 'OggS') return null
      const body = at + PAGE_HEAD + (bytes[at + 26] ?? 0)
      if (bytes.length < body) return 'more'
      const lengths = bytes.subarray(at + PAGE_HEAD, body)
      const end = lengths.reduce((sum, length) => sum + length, body)
      if (bytes.length < end) return 'more'
      const flags = bytes[at + 5] ?? 0
      const serial = bytes.readUInt32LE(at + 14)
      if ((flags & BEGINS_STREAM) !== 0 || !streams.has(serial)) streams.set(serial, packetsOf())
      const stream = streams.size > MOST_STREAMS ? undefined : streams.get(serial)
      const seconds = stream?.(bytes.subarray(body, end), lengths, (flags & CONTINUES_PACKET) !== 0)
      return { bytes: end - at, seconds: seconds ?? null }
    },
  }
}

/** Takes the pages of a stream one after another. */
function packetsOf() {
  let secondsOf: PacketSeconds | undefined
  /** The held part of an unfinished packet, if all of it is needed. */
  let held: Uint8Array | null = null

  return (page: Uint8Array, lengths: Uint8Array, isContinued: boolean): number | null => {
    let seconds: number | null = 0
    let start = 0
    let isFirst = true
    const take = (packet: Uint8Array): void => {
      secondsOf ??= codecOf(packet)
      const more = secondsOf(packet)
      seconds = more === null || seconds === null ? null : seconds + more
    }
    for (let at = 0, end = 0; at < lengths.length; at++) {
      end += lengths[at] ?? 0
      const isWhole = lengths[at] !== FULL
      if (!isWhole && at < lengths.length - 1) continue
      const piece = page.subarray(start, end)
      const isRest = isFirst && isContinued
      if (isRest && held) held = Buffer.concat([held, piece])
      else if (!isRest) held = isWhole ? piece : Buffer.from(piece)
      if (held && (isWhole || held.length > LONGEST_SETUP_BYTES)) {
        take(held)
        held = null
      }
      isFirst = false
      start = end
    }
    return seconds
  }
}

const CODECS: readonly { begins: string; packets(first: Uint8Array): PacketSeconds }[] = [
  { begins: 'OpusHead', packets: () => packet => (isText(packet, 'Opus') ? 0 : opusPacketSeconds(packet)) },
  { begins: '\x01vorbis', packets: vorbisPackets },
  { begins: '\x7fFLAC', packets: first => flacPackets(flacRate(first.subarray(FLAC_HEAD))) },
]

const FLAC_HEAD = 9

function codecOf(first: Uint8Array): PacketSeconds {
  return CODECS.find(({ begins }) => isText(first, begins))?.packets(first) ?? (() => null)
}

/** The third packet gives the lengths of the following ones. */
function vorbisPackets(first: Uint8Array): PacketSeconds {
  let count: PacketSeconds = () => null
  const identification = Buffer.from(first)
  return packet => {
    if (isText(packet, '\x05vorbis')) {
      const shape = readVorbisShape(identification, packet)
      count = shape ? vorbisCounter(shape) : () => null
    }
    return ((packet[0] ?? 1) & 1) !== 0 ? 0 : count(packet)
  }
}

/** A packet is a frame. */
export function flacPackets(rate: number | null): PacketSeconds {
  const frameAt = flacFrames(rate)
  return packet => {
    if (packet[0] !== 0xff) return 0
    const frame = frameAt(Buffer.concat([packet.subarray(0, 32), Buffer.alloc(32)]), 0)
    return frame && frame !== 'more' ? frame.seconds : null
  }
}

const isText = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, text.length)).toString('latin1') === text
