import type { InputSize, Kinds, Members } from '../protocols/common/input-size.ts'
import { MembersOf, passSpace, passValue, stringAt } from '../raw/pass-json.ts'
import {
  closeBracket,
  findUnknown,
  type InputFacts,
  isNothing,
  mayNameFiles,
  openBracket,
  quote,
  type Reader,
  readAddress,
  readCache,
  readOutside,
  readText,
  readTextOrAddress,
  readUnknown,
  readWord,
  takeData,
} from './leaf-facts.ts'
import { type Siblings, siblings, stays, type Unknowns } from './unknowns.ts'

const openBrace = 0x7b

/**
 * Returns the facts of a JSON text that was scanned before, by the table of its format.
 *
 * @param unknowns collects what the table does not know; absent: not needed
 */
export function inputFacts(text: string, size: InputSize, unknowns: Unknowns | null = null): InputFacts {
  const facts: InputFacts = {
    textTokens: 0,
    images: 0,
    soundCharacters: 0,
    fileCharacters: 0,
    outside: 0,
    cache: 'none',
    notes: [],
  }
  if (text === '') return facts
  const hasEscapes = text.includes('\\u') || text.includes('\\/')
  const reader: Reader = {
    text,
    facts,
    hasEscapes,
    mayNameFiles: mayNameFiles(text, hasEscapes),
    keepsItems: true,
    uncounted: 0,
    unknowns,
    isUnknown: false,
  }
  const end = read(reader, passSpace(reader, 0), size)
  passSpace(reader, end)
  facts.textTokens = Buffer.byteLength(text) - reader.uncounted
  return facts
}

/** Returns the facts of two texts that are sent together. */
export function addFacts(one: InputFacts, other: InputFacts): InputFacts {
  return {
    textTokens: one.textTokens + other.textTokens,
    images: one.images + other.images,
    soundCharacters: one.soundCharacters + other.soundCharacters,
    fileCharacters: one.fileCharacters + other.fileCharacters,
    outside: one.outside + other.outside,
    cache: one.cache === '1h' || other.cache === 'none' ? one.cache : other.cache,
    notes: [...new Set([...one.notes, ...other.notes])],
  }
}

/** Reads past the value at `at`, which costs as its table says. */
function read(reader: Reader, at: number, size: InputSize): number {
  reader.isUnknown = false
  if (isNothing(reader.text, at)) return passValue(reader, at)
  if (size === 'text') return readText(reader, at)
  if (size === 'unknown') return readUnknown(reader, at)
  if (size === 'outside') return readOutside(reader, at)
  if (size === 'textOrAddress') return readTextOrAddress(reader, at)
  if (size === 'cache') return readCache(reader, at)
  if (typeof size === 'string') return readAddress(reader, at, size)
  if ('notes' in size) {
    for (const note of size.notes) if (!reader.facts.notes.includes(note)) reader.facts.notes.push(note)
    return read(reader, at, size.of)
  }
  const code = reader.text.charCodeAt(at)
  if ('words' in size) return readWord(reader, at, size.words)
  if ('by' in size) return code === openBrace ? readKind(reader, at, size) : readUnknown(reader, at)
  if ('members' in size) return code === openBrace ? readMembers(reader, at, size) : readUnknown(reader, at)
  if (code === openBrace) return read(reader, at, size.object ?? 'unknown')
  if (code === quote) return read(reader, at, size.text ?? 'unknown')
  if (code !== openBracket) return read(reader, at, size.other ?? 'unknown')
  return size.each ? readElements(reader, at, size.each) : readUnknown(reader, at)
}

function readElements(reader: Reader, start: number, size: InputSize): number {
  const { text } = reader
  const elements = siblingsIn(reader, start)
  let at = passSpace(reader, start + 1)
  while (at < text.length) {
    const end = read(reader, at, size)
    elements?.pass(end, reader.isUnknown)
    at = passSpace(reader, end)
    if (text.charCodeAt(at) === closeBracket) {
      at += 1
      break
    }
    at = passSpace(reader, at + 1)
  }
  reader.isUnknown = elements?.areGone() === true
  return at
}

const siblingsIn = ({ text, unknowns }: Reader, open: number): Siblings | null =>
  unknowns && siblings(unknowns, text, open)

function readKind(reader: Reader, start: number, { by, kinds, usual, others = 'unknown' }: Kinds): number {
  const found = namedAt(reader, start, by)
  if (found === undefined) return read(reader, start, usual ?? others)
  const { unknowns } = reader
  unknowns?.path.push(found ?? '')
  const end = read(reader, start, (typeof found === 'string' && kinds.get(found)) || others)
  unknowns?.path.pop()
  return end
}

/** The text in a member of an object; null: it is not a text, or is named twice; undefined: there is no such member. */
function namedAt({ text, hasEscapes }: Reader, start: number, name: string): string | null | undefined {
  // counted when the object is read
  const looker = { text, hasEscapes, uncounted: 0 }
  let found: string | null | undefined
  const object = new MembersOf(looker, start)
  for (let member = object.next(); member !== null; member = object.next()) {
    const end = passValue(looker, object.at)
    if (member === name) found = found === undefined ? stringAt(looker, object.at, end) : null
    object.passed(end)
  }
  return found
}

function readMembers(reader: Reader, start: number, size: Members): number {
  const { members, bothCases, keptUnless, medium } = size
  const { text, facts, unknowns } = reader
  if (size.keeps) reader.keepsItems = keepsItems(reader, start, size.keeps)
  const all = siblingsIn(reader, start)
  // an object that lacks a part it needs is unknown
  let isBroken = false
  let isNamed = false
  let isCarried = false
  let declared: string | null = null
  let data: { at: number; end: number } | null = null
  const missing = size.required && new Set(size.required)
  const object = new MembersOf(reader, start)
  for (let written = object.next(); written !== null; written = object.next()) {
    const { at } = object
    missing?.delete(written)
    const name = bothCases ? camelCase(written) : written
    if (keptUnless && !isNothing(text, at)) {
      isNamed ||= name === 'id'
      isCarried ||= keptUnless.carried.has(name)
    }
    if (medium && (name === medium.data || name === medium.type)) {
      const behind = passValue(reader, at)
      const isRepeated = name === medium.data ? data !== null : declared !== null
      if (isRepeated || text.charCodeAt(at) !== quote) {
        findUnknown(reader)
        isBroken = true
      } else if (name === medium.data) data = { at, end: behind }
      else declared = stringAt(reader, at, behind)
      all?.pass(behind, false)
      object.passed(behind)
      continue
    }
    const known = members.get(name)
    unknowns?.path.push(written)
    const behind = read(reader, at, known ?? 'unknown')
    const goes = reader.isUnknown && !(unknowns && stays(unknowns))
    if (goes && known) isBroken = true
    all?.pass(behind, goes)
    unknowns?.path.pop()
    object.passed(behind)
  }
  reader.isUnknown = false
  if (missing && missing.size > 0) findUnknown(reader)
  if (keptUnless && isNamed && (!isCarried || (keptUnless.always && reader.keepsItems))) facts.outside += 1
  if (medium && data) takeData(reader, data, `${medium.prefix ?? ''}${declared ?? ''}`)
  reader.isUnknown ||= isBroken || all?.areGone() === true
  return object.at
}

function keepsItems({ text, hasEscapes }: Reader, start: number, flag: string): boolean {
  const looker = { text, hasEscapes, uncounted: 0 }
  let isOff = false
  let count = 0
  const object = new MembersOf(looker, start)
  for (let name = object.next(); name !== null; name = object.next()) {
    if (name === flag) {
      count++
      isOff = text.startsWith('false', object.at)
    }
    object.passed(passValue(looker, object.at))
  }
  return !isOff || count > 1
}

const camelCase = (name: string): string =>
  name.includes('_') ? name.replace(/(?!^)_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name
