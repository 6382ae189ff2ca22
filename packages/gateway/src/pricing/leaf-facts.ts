import { isAddress } from '../protocols/common/address.ts'
import type { Note } from '../protocols/common/input-size.ts'
import { tryParse } from '../raw/json.ts'
import { type Passing, passValue, plainBytes, skipSpace, stringAt } from '../raw/pass-json.ts'
import { type Medium, mediumOf } from './medium.ts'
import { noteUnknown, type Unknowns } from './unknowns.ts'

/** What a request's text says about how much a model has to read. Finding out takes time linear in its length. */
export interface InputFacts {
  /** The most tokens of its text: its bytes as compact JSON, without spaces and needless escapes. */
  textTokens: number
  images: number
  soundCharacters: number
  fileCharacters: number
  /** Values that may stand for anything: content outside the request, and unknown members. */
  outside: number
  /** The longest cache lifetime requested. */
  cache: 'none' | '5m' | '1h'
  notes: Note[]
}

/** A request being read, and the facts found so far. */
export interface Reader extends Passing {
  facts: InputFacts
  mayNameFiles: boolean
  /** An id may refer to content its upstream keeps, whatever is said beside it. */
  keepsItems: boolean
  unknowns: Unknowns | null
  /** The last value read is unknown, or useless without an unknown part. */
  isUnknown: boolean
}

/** Qwen reads a file that a text names like this. https://help.aliyun.com/zh/model-studio/long-context-qwen-long */
const STORED_FILE = /fileid:\/\//i

export const mayNameFiles = (text: string, hasEscapes: boolean): boolean =>
  hasEscapes || (text.includes('://') && STORED_FILE.test(text))

export const quote = 0x22
export const openBracket = 0x5b
export const closeBracket = 0x5d

/** Null, false, an empty text and an empty list ask for nothing. */
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

/** Cache marks are small; a larger one counts as the dearest. */
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

/** A data URL, bare base64 of an image where images are allowed, or an address of content outside the request. */
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
  // needless escapes in it are already excluded
  const written = text.slice(start, end)
  reader.uncounted += plainBytes(reader, written) - EMPTY_TEXT_BYTES
}

const COUNTS = { image: 'images', sound: 'soundCharacters', file: 'fileCharacters' } as const

/** The quotes remain. */
const EMPTY_TEXT_BYTES = 2

/** Counts the data of a medium by its declared type. */
export function takeData(reader: Reader, { at, end }: { at: number; end: number }, declared: string): void {
  take(reader, at, end, mediumOf(stringAt(reader, at, end) ?? '', declared))
}
