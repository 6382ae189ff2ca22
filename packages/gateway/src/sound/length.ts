/** So much of a sound's beginning tells how long it is. */
export const HEAD_BYTES = 4_096

/**
 * Seconds of sound in a file of `bytes` of which the first are known: exact for WAV and FLAC, by the first frame's rate
 * for MP3, else by what such files usually have. `usualBytesPerSecond` is for sound without a head of its own.
 */
export function soundSeconds(head: Uint8Array, bytes: number, usualBytesPerSecond = SPOKEN): number {
  if (head.length === 0) return 0
  const kind = kinds.find(({ isIt }) => isIt(head))
  return kind ? kind.seconds(head, bytes) : bytes / usualBytesPerSecond
}

/** 16 bit samples, 24,000 a second: what speech models call `pcm`. */
export const PCM_BYTES_PER_SECOND = 48_000

const kilobits = (count: number): number => (count * 1_000) / 8
const SPOKEN = kilobits(64)

interface Kind {
  isIt(head: Uint8Array): boolean
  seconds(head: Uint8Array, bytes: number): number
}

const kinds: readonly Kind[] = [
  { isIt: head => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE', seconds: wavSeconds },
  { isIt: head => text(head, 0, 4) === 'fLaC', seconds: flacSeconds },
  { isIt: head => text(head, 0, 3) === 'ID3' || isMp3Frame(head, 0), seconds: mp3Seconds },
  { isIt: head => text(head, 0, 4) === 'OggS', seconds: atRate(32) },
  { isIt: head => text(head, 4, 8) === 'ftyp', seconds: atRate(96) },
  { isIt: head => head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3, seconds: atRate(48) },
]

function atRate(kilobitsPerSecond: number): Kind['seconds'] {
  return (_head, bytes) => bytes / kilobits(kilobitsPerSecond)
}

const text = (head: Uint8Array, start: number, end: number): string => String.fromCharCode(...head.subarray(start, end))
const view = (head: Uint8Array): DataView => new DataView(head.buffer, head.byteOffset, head.byteLength)

const WAV_HEAD = 44

function wavSeconds(head: Uint8Array, bytes: number): number {
  const bytesPerSecond = head.length >= WAV_HEAD ? view(head).getUint32(28, true) : 0
  return Math.max(0, bytes - WAV_HEAD) / (bytesPerSecond || SPOKEN)
}

/** https://www.rfc-editor.org/rfc/rfc9639, 8.2: 20 bits of samples a second, 8 of their shape, 36 of their number. */
function flacSeconds(head: Uint8Array, bytes: number): number {
  if (head.length < 26) return bytes / kilobits(FLAC_USUALLY)
  const packed = view(head).getBigUint64(18)
  const rate = Number(packed >> 44n)
  const samples = Number(packed & 0xf_ffff_ffffn)
  return rate > 0 && samples > 0 ? samples / rate : bytes / kilobits(FLAC_USUALLY)
}

const FLAC_USUALLY = 400

/** Kilobits a second by the frame's index, layer III: MPEG-1, and its slower successors. */
const MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MP3_USUALLY = 128

function mp3Seconds(head: Uint8Array, bytes: number): number {
  const start = text(head, 0, 3) === 'ID3' ? 10 + synchsafe(head, 6) : 0
  const [, versionByte = 0, rateByte = 0] = head.subarray(start, start + 3)
  const rates = (versionByte & 0b0001_1000) === 0b0001_1000 ? MPEG1 : MPEG2
  const rate = isMp3Frame(head, start) ? rates[rateByte >> 4] : undefined
  return Math.max(0, bytes - start) / kilobits(rate || MP3_USUALLY)
}

const isMp3Frame = (head: Uint8Array, at: number): boolean =>
  head[at] === 0xff && ((head[at + 1] ?? 0) & 0b1110_0110) === 0b1110_0010

/** Four times seven bits. */
const synchsafe = (head: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((value, index) => (value << 7) | ((head[at + index] ?? 0) & 0x7f), 0)
