import { isAddress } from '../protocols/common/address.ts'
import type { Note } from '../protocols/common/input-size.ts'
import { tryParse } from '../raw/json.ts'
import { type Passing, passValue, plainBytes, skipSpace, stringAt } from '../raw/pass-json.ts'
import { type Medium, mediumOf } from './medium.ts'
import { noteUnknown, type Unknowns } from './unknowns.ts'

/** What a request's text says of how much a model has to read. Finding out takes time in its length. */
export interface InputFacts {
  /** The most tokens of its text: its bytes as plainly as JSON can be written, without spaces and needless escapes. */
  textTokens: number
  images: number
  soundCharacters: number
  fileCharacters: number
  /** Values that may stand for anything: what the request does not carry, and what nobody knows. */
  outside: number
  /** The longest time it asks to keep a cache. */
  cache: 'none' | '5m' | '1h'
  notes: Note[]
}

/** A request that is being read, and what it has said so far. */
export interface Reader extends Passing {
  facts: InputFacts
  mayNameFiles: boolean
  /** An id may stand for what its upstream keeps, whatever is said beside it. */
  keepsItems: boolean
  unknowns: Unknowns | null
  /** The value read last is unknown, or is nothing without a part that is. */
  isUnknown: boolean
}

/** Qwen reads a file where a text names it so. https://help.aliyun.com/zh/model-studio/long-context-qwen-long */
const STORED_FILE = /fileid:\/\//i

export const mayNameFiles = (text: string, hasEscapes: boolean): boolean =>
  hasEscapes || (text.includes('://') && STORED_FILE.test(text))

export const quote = 0x22
export const openBracket = 0x5b
export const closeBracket = 0x5d

/** Null and false ask for nothing, and so do an empty text and an empty list. */
export function isNothing(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code === quote) return text.charCodeAt(at + 1) === quote
  if (code === openBracket) return text.charCodeAt(skipSpace(text, at + 1)) === closeBracket
  return text.startsWith('null', at) || text.startsWith('false', at)
}

export function readText(reader: Reader, at: number): number {
  if (!reader.mayNameFiles) return passValue(reader, at)
  const end = passValue(reader, at)
  const written = reader.text.slice(at, end)
  const said = reader.hasEscapes && written.includes('\\') ? JSON.stringify(tryParse(written)) : written
  if (said === undefined || STORED_FILE.test(said)) reader.facts.outside += 1
  return end
}

export function readTextOrAddress(reader: Reader, at: number): number {
  const end = passValue(reader, at)
  const text = stringAt(reader, at, end)
  if (text === null || isAddress(text)) reader.facts.outside += 1
  return end
}

export function readOutside(reader: Reader, at: number): number {
  reader.facts.outside += 1
  return passValue(reader, at)
}

export function readUnknown(reader: Reader, at: number): number {
  findUnknown(reader)
  return passValue(reader, at)
}

export function findUnknown(reader: Reader): void {
  const { facts } = reader
  facts.outside += 1
  if (!facts.notes.includes('drawsOrSpeaks')) facts.notes.push('drawsOrSpeaks')
  reader.isUnknown = true
  if (reader.unknowns) noteUnknown(reader.unknowns)
}

export function readWord(reader: Reader, at: number, words: ReadonlySet<string>): number {
  const end = passValue(reader, at)
  const word = stringAt(reader, at, end)
  if (word === null || !words.has(word)) findUnknown(reader)
  return end
}

/** Marks are small; a larger one is taken at its dearest. */
const LONGEST_MARK = 1_024

export function readCache(reader: Reader, at: number): number {
  const { text, facts } = reader
  const end = passValue(reader, at)
  const mark = end - at > LONGEST_MARK ? null : tryParse(text.slice(at, end))
  const ttl = typeof mark === 'object' && mark !== null && 'ttl' in mark ? mark.ttl : mark === null ? '1h' : '5m'
  if (ttl !== '5m' && ttl !== null) facts.cache = '1h'
  else if (facts.cache === 'none') facts.cache = '5m'
  return end
}

/** A data URL, bare base64 of a picture where pictures stand, or an address of what is not carried. */
export function readAddress(reader: Reader, at: number, place: 'image' | 'file'): number {
  const end = passValue(reader, at)
  const address = stringAt(reader, at, end)
  if (address === null) findUnknown(reader)
  else take(reader, at, end, mediumOf(address, place === 'image' ? 'image/*' : null))
  return end
}

function take(reader: Reader, start: number, end: number, medium: Medium): void {
  const { facts, text } = reader
  if (medium.kind === 'outside') {
    findUnknown(reader)
    return
  }
  facts[COUNTS[medium.kind]] += medium.count
  // needless escapes in it are uncounted already
  const written = text.slice(start, end)
  reader.uncounted += plainBytes(reader, written) - EMPTY_TEXT_BYTES
}

const COUNTS = { image: 'images', sound: 'soundCharacters', file: 'fileCharacters' } as const

/** The quotes stay. */
const EMPTY_TEXT_BYTES = 2

/** Counts the data of a medium by its declared type. */
export function takeData(reader: Reader, { at, end }: { at: number; end: number }, declared: string): void {
  take(reader, at, end, mediumOf(stringAt(reader, at, end) ?? '', declared))
}
