import { synchsafe } from '../sound/mp3.ts'

/**
 * The size of media in a request: an image per piece, sound and text by their characters of base64, anything else
 * unknown.
 */
export interface Medium {
  kind: 'image' | 'sound' | 'file' | 'outside'
  /** Characters, for sound and text. */
  count: number
}

const OUTSIDE: Medium = { kind: 'outside', count: 1 }

/**
 * Returns the size of a medium, the dearer of its declared kind and the kind its first bytes show: if the two disagree,
 * or its bytes do not bound it, it may be anything.
 *
 * @param data base64, a data URL, or an address of content outside the request
 * @param declared its MIME type, or `image/*` if its place implies it; null: its data URL declares it
 */
export function mediumOf(data: string, declared: string | null): Medium {
  const url = data.slice(0, LONGEST_HEAD).match(DATA_URL)
  if (!url && (declared === null || data.slice(0, LONGEST_HEAD).includes(':'))) return OUTSIDE
  const types = [declared, url?.[1]].filter(type => type !== null && type !== undefined)
  const kinds = new Set(types.map(type => KINDS.find(([begins]) => begins.test(type))?.[1]))
  const [kind] = kinds
  const start = url?.[0].length ?? 0
  if (!kind || kinds.size > 1) return OUTSIDE
  const head = Buffer.from(data.slice(start, start + HEAD_CHARACTERS), 'base64')
  if (!isOf[kind](head, data, start)) return OUTSIDE
  return { kind, count: kind === 'image' ? 1 : data.length - start }
}

const LONGEST_HEAD = 256
const HEAD_CHARACTERS = 64
const DATA_URL = /^data:([\w.+*/-]*)(?:;[\w.+-]+=[\w.+-]*)*;base64,/i

const KINDS: readonly [begins: RegExp, kind: 'image' | 'sound' | 'file'][] = [
  [/^image\/(?:\*|png|jpe?g|gif|webp)$/i, 'image'],
  [/^audio\//i, 'sound'],
  [/^text\/(?:plain|csv|markdown|md|html|xml|css|javascript)$/i, 'file'],
]

const isOf: Record<'image' | 'sound' | 'file', (head: Buffer, data: string, start: number) => boolean> = {
  image: head => IMAGE.test(head.toString('latin1')),
  sound: (head, data, start) => isPlainWav(head) || isMp3(behindTags(head, data, start)),
  file: head => !NO_TEXT.test(head.toString('latin1')),
}

const IMAGE = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[\s\S]{4}WEBP)/
/** Control characters, and PDF, which begins as text and may have any number of pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text does not hold
const NO_TEXT = /^%PDF|[\x00-\x08\x0e-\x1a\x1c-\x1f]/

const LEAST_BYTES_PER_SECOND = 8_000
/** PCM, and floating point. */
const PLAIN_CODES = new Set([1, 3])

/** Uncompressed samples, at least at the rate of speech, so that the size bounds the duration. */
function isPlainWav(head: Buffer): boolean {
  const word = (at: number) => head.toString('latin1', at, at + 4)
  if (head.length < 36 || word(0) !== 'RIFF' || word(8) !== 'WAVE' || word(12) !== 'fmt ') return false
  const bytesPerSecond = head.readUInt32LE(24) * head.readUInt16LE(32)
  return PLAIN_CODES.has(head.readUInt16LE(20)) && bytesPerSecond >= LEAST_BYTES_PER_SECOND
}

/** A layer III frame with its own rate; the lowest is 8,000 bits a second. */
function isMp3([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const rate = third >> 4
  return first === 0xff && (second & 0xe6) === 0xe2 && rate > 0 && rate < 15
}

const TAG_HEAD_BYTES = 10

/** Skips ID3 tags, which give their own length; any sound may follow. */
function behindTags(head: Buffer, data: string, start: number): Uint8Array {
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < TAG_HEAD_BYTES) return head
  const length = TAG_HEAD_BYTES + synchsafe(head, 6)
  const at = start + Math.floor(length / 3) * 4
  return Buffer.from(data.slice(at, at + HEAD_CHARACTERS), 'base64').subarray(length % 3)
}
