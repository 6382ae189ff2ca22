import { type Counts, count, JSON_LIMITS, MalformedJson, newCounts, tooMany } from './json-limits.ts'
import { newSeen, type ReadNames } from './read-names.ts'
import { plainText } from './short-text.ts'

/** A JSON object text and the positions of its top-level members. Made by `scanObject`. */
export interface ScannedObject {
  text: string
  members: Member[]
}

/** Offsets into the text, in UTF-16 units; ends are exclusive. */
export interface Member {
  name: string
  nameStart: number
  valueStart: number
  valueEnd: number
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Finds the top-level members of a JSON object without building any value, and refuses text that is not JSON. Only the
 * insides of strings (escapes, control characters) are left for the reader of the value to check. Runs without
 * recursion, so nesting cannot overflow the stack.
 *
 * @param read the members the gateway reads, which must be named once and spelled exactly
 * @throws MalformedJson | AmbiguousMember
 */
export function scanObject(text: string, read?: ReadNames): ScannedObject {
  const counts = newCounts()
  const start = skipSpace(text, 0, counts)
  if (text.charCodeAt(start) !== openBrace) throw new MalformedJson('Expected a JSON object', start)
  const members: Member[] = []
  const end = skipSpace(text, scanMembers(text, start, read, counts, members), counts)
  if (end < text.length) throw new MalformedJson('Expected the end', end)
  return { text, members }
}

/** Skips the object that opens at `start`. Goes as deep as the table of names. */
function scanMembers(
  text: string,
  start: number,
  read: ReadNames | undefined,
  counts: Counts,
  members: Member[] | null,
): number {
  const seen = read && newSeen(read)
  let at = skipSpace(text, start + 1, counts)
  if (text.charCodeAt(at) === closeBrace) return at + 1
  for (;;) {
    const nameStart = at
    const nameEnd = skipString(text, nameStart, counts)
    const name = readName(text, nameStart, nameEnd)
    const inside = seen?.(name)
    const valueStart = skipColon(text, nameEnd, counts)
    const valueEnd =
      inside && text.charCodeAt(valueStart) === openBrace
        ? scanMembers(text, valueStart, inside, counts, null)
        : skipValue(text, valueStart, counts)
    count(counts, members ? 'members' : 'names', nameStart)
    members?.push({ name, nameStart, valueStart, valueEnd })
    at = skipSpace(text, valueEnd, counts)
    if (text.charCodeAt(at) === closeBrace) return at + 1
    if (text.charCodeAt(at) !== comma) throw new MalformedJson("Expected ',' or '}'", at)
    at = skipSpace(text, at + 1, counts)
  }
}

/** Position of a JSON array's first value; null: the array is empty, or the text is not an array. */
export function firstValueIn(array: string): { start: number; end: number } | null {
  const counts = newCounts()
  const start = skipSpace(array, 1, counts)
  if (array.charCodeAt(0) !== openBracket || array.charCodeAt(start) === closeBracket) return null
  return { start, end: skipValue(array, start, counts) }
}

/**
 * Returns the value between two offsets.
 *
 * @throws MalformedJson
 */
export function parseBetween(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end))
  } catch {
    throw new MalformedJson('Bad string', start)
  }
}

function readName(text: string, start: number, end: number): string {
  return plainText(text, start + 1, end - 1) ?? String(parseBetween(text, start, end))
}

/**
 * Returns the positions of an array's first elements, in a text that was scanned before; none: there is no array at
 * `start`.
 *
 * @param isCut the text may end anywhere; an incomplete element is left out
 */
export function firstElements(
  text: string,
  start: number,
  most: number,
  isCut = false,
): { start: number; end: number }[] {
  const elements: { start: number; end: number }[] = []
  if (text.charCodeAt(start) !== openBracket) return elements
  const counts = newCounts()
  try {
    let at = skipSpace(text, start + 1, counts)
    while (elements.length < most && text.charCodeAt(at) !== closeBracket) {
      const end = skipValue(text, at, counts)
      elements.push({ start: at, end })
      at = behindComma(text, end, counts)
    }
  } catch (error) {
    if (!isCut) throw error
  }
  return elements
}

/** Yields the positions of an array's elements, like `firstElements`. */
export function* elementsIn(text: string, start: number): Generator<{ start: number; end: number }, void> {
  if (text.charCodeAt(start) !== openBracket) return
  const counts = newCounts()
  let at = skipSpace(text, start + 1, counts)
  while (text.charCodeAt(at) !== closeBracket) {
    const end = skipValue(text, at, counts)
    yield { start: at, end }
    at = behindComma(text, end, counts)
  }
}

/** Skips the comma behind an element, if there is one. */
function behindComma(text: string, start: number, counts: Counts): number {
  const at = skipSpace(text, start, counts)
  return text.charCodeAt(at) === comma ? skipSpace(text, at + 1, counts) : at
}

/** Skips one value of any kind that starts at `start`. */
function skipValue(text: string, start: number, counts: Counts): number {
  const first = text.charCodeAt(start)
  return first === openBrace || first === openBracket
    ? skipNested(text, start, counts)
    : skipScalar(text, start, counts)
}

/** The closing brackets of the values that are open in `skipNested`, which runs for one value at a time. */
const closers: number[] = []

function skipNested(text: string, start: number, counts: Counts): number {
  closers.length = 0
  let at = start
  for (;;) {
    const opening = text.charCodeAt(at)
    const closer = opening === openBrace ? closeBrace : opening === openBracket ? closeBracket : 0
    if (closer === 0) at = skipScalar(text, at, counts)
    else {
      at = skipSpace(text, at + 1, counts)
      if (text.charCodeAt(at) === closer) at++
      else {
        if (closers.push(closer) > JSON_LIMITS.levels) throw tooMany('levels', at)
        if (closer === closeBrace) at = skipName(text, at, counts)
        else count(counts, 'values', at)
        continue
      }
    }
    at = skipClosers(text, at, counts)
    if (closers.length === 0) return at
    at = skipSpace(text, at + 1, counts)
    if (closers[closers.length - 1] === closeBrace) at = skipName(text, at, counts)
    else count(counts, 'values', at)
  }
}

/** Skips a member's name up to its value. */
function skipName(text: string, start: number, counts: Counts): number {
  count(counts, 'names', start)
  count(counts, 'values', start)
  return skipColon(text, skipString(text, start, counts), counts)
}

/**
 * After a value: skips all brackets that close here, up to the comma before the next value. Empties `closers` at the
 * end.
 */
function skipClosers(text: string, start: number, counts: Counts): number {
  let at = start
  while (closers.length > 0) {
    at = skipSpace(text, at, counts)
    const code = text.charCodeAt(at)
    if (code === comma) return at
    if (code !== closers[closers.length - 1]) throw new MalformedJson("Expected ',' or a closing bracket", at)
    closers.pop()
    at++
  }
  return at
}

function skipColon(text: string, start: number, counts: Counts): number {
  const at = skipSpace(text, start, counts)
  if (text.charCodeAt(at) !== colon) throw new MalformedJson("Expected ':'", at)
  return skipSpace(text, at + 1, counts)
}

// A native search per quote: 64 MiB of image data take 3 ms, a loop over their characters 70.
function skipString(text: string, start: number, counts: Counts): number {
  if (text.charCodeAt(start) !== quote) throw new MalformedJson('Expected a string', start)
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let beforeEscapes = at - 1
    while (text.charCodeAt(beforeEscapes) === backslash) beforeEscapes--
    const isEscaped = (at - beforeEscapes) % 2 === 0
    if (!isEscaped) return at + 1
    count(counts, 'escaped quotes', at)
  }
  throw new MalformedJson('Unfinished string', start)
}

const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

function skipScalar(text: string, start: number, counts: Counts): number {
  if (text.charCodeAt(start) === quote) return skipString(text, start, counts)
  scalar.lastIndex = start
  if (!scalar.test(text)) throw new MalformedJson('Expected a value', start)
  return scalar.lastIndex
}

function skipSpace(text: string, start: number, counts: Counts): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at++
  if (at - start > USUAL_SPACES) count(counts, 'spaces', at, at - start)
  return at
}

/** A line end and an indent. */
const USUAL_SPACES = 16

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
