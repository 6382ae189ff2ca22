import { tryParse } from './json.ts'
import { plainText } from './short-text.ts'

/** A JSON text that has been scanned, read from start to end without building its values. */
export interface Passing {
  text: string
  /** Strings may have needless escapes. */
  hasEscapes: boolean
  /** Bytes that compact JSON would not have: spaces and needless escapes. */
  uncounted: number
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Reads past an object, member by member. A class, because every request has several objects, and a callback costs more. */
export class MembersOf {
  /** The offset of the current member's value; after the last member, that behind the object. */
  at: number

  constructor(
    private readonly reader: Passing,
    start: number,
  ) {
    this.at = passSpace(reader, start + 1)
  }

  /** Returns the next member's name; null: there is none. */
  next(): string | null {
    const { reader, at } = this
    if (reader.text.charCodeAt(at) !== quote) {
      this.at = Math.min(at + 1, reader.text.length)
      return null
    }
    const nameEnd = passString(reader, at)
    this.at = passSpace(reader, passSpace(reader, nameEnd) + 1)
    return stringAt(reader, at, nameEnd) ?? ''
  }

  /** Goes on behind the current member's value. */
  passed(end: number): void {
    const { reader } = this
    const at = passSpace(reader, end)
    this.at = reader.text.charCodeAt(at) === comma ? passSpace(reader, at + 1) : at
  }
}

/** Reads past a value whose content costs its own text. */
export function passValue(reader: Passing, start: number): number {
  const { text } = reader
  let depth = 0
  let at = start
  do {
    const code = text.charCodeAt(at)
    if (code === quote) at = passString(reader, at)
    else if (code === openBrace || code === openBracket) {
      depth++
      at++
    } else if (code === closeBrace || code === closeBracket) {
      depth--
      at++
    } else if (code === comma || code === colon) at++
    else at = skipScalar(text, at)
    if (depth > 0) at = passSpace(reader, at)
  } while (depth > 0 && at < text.length)
  return at
}

function skipScalar(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); isOfScalar(code); code = text.charCodeAt(at)) at++
  return Math.min(at, text.length)
}

const isOfScalar = (code: number): boolean =>
  code > 0x20 && code !== comma && code !== closeBracket && code !== closeBrace && code !== colon && code !== quote

/** Reads past a string and counts its needless bytes as uncounted. */
function passString(reader: Passing, start: number): number {
  const { text } = reader
  const end = endOfString(text, start)
  if (!reader.hasEscapes) return end
  const written = text.slice(start, end)
  if (written.includes('\\')) reader.uncounted += Buffer.byteLength(written) - plainBytes(reader, written)
  return end
}

/** Bytes of a string as compact JSON. */
export function plainBytes({ hasEscapes }: Passing, written: string): number {
  if (!hasEscapes || !written.includes('\\')) return Buffer.byteLength(written)
  const said = tryParse(written)
  return Buffer.byteLength(typeof said === 'string' ? JSON.stringify(said) : written)
}

export function stringAt({ text }: Passing, start: number, end: number): string | null {
  if (text.charCodeAt(start) !== quote) return null
  const written = plainText(text, start + 1, end - 1)
  if (written !== null) return written
  const said = tryParse(text.slice(start, end))
  return typeof said === 'string' ? said : null
}

/**
 * Returns the offset after the closing quote of the string that opens at `start`, in a text that was scanned before: one native
 * search per quote, as in `scanObject`.
 */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let beforeEscapes = at - 1
    while (text.charCodeAt(beforeEscapes) === backslash) beforeEscapes--
    if ((at - beforeEscapes) % 2 === 1) return at + 1
  }
  return text.length
}

export function passSpace(reader: Passing, start: number): number {
  const at = skipSpace(reader.text, start)
  reader.uncounted += at - start
  return at
}

export function skipSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}
