import {
  containsWord,
  estimateInput,
  type Format,
  factsIn,
  type InputFacts,
  JsonTooComplex,
  type Member,
  marksIn,
  meters,
  type RequestCounts,
  type RequestMark,
  readMembersOf,
  scanObject,
  type WireFormat,
  type WordFinder,
  wordFinder,
} from '@tollgate/gateway'
import { relayError } from '../../call/relay-error.ts'
import { asRequestError } from '../as-request-error.ts'
import { refuseLongMembers } from '../facts-of.ts'

/** A decompressed body, and what to look for in it. */
export interface BodyToInspect {
  /** Its bytes, in order. */
  pieces: Uint8Array[]
  format: Format
  /** The words of the content filter; empty: the filter is off. */
  forbiddenWords: readonly string[]
}

/** The result of inspecting a body. */
export interface Inspected {
  text: string
  /** The members of its JSON object. */
  members: Member[]
  /** An estimate for all its text. */
  inputTokens: number
  inputFacts: InputFacts
  /** Absent: the meter of its format counts nothing. */
  counts: RequestCounts | undefined
  marks: RequestMark[]
  hasForbiddenWords: boolean
}

/** The result of inspecting a body that the gateway wrote. */
export interface InspectedWritten {
  /** The members of its JSON object. */
  members: Member[]
  inputFacts: InputFacts
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes a body in one go. Meant for a thread, like all that follows. @throws ApiError */
export function decodeBody(pieces: readonly Uint8Array[]): string {
  try {
    return utf8.decode(Buffer.concat(pieces))
  } catch {
    throw relayError('body_not_decodable', { encoding: 'UTF-8' })
  }
}

/**
 * Does all the work that grows with the length of a body.
 *
 * @throws ApiError
 */
export function inspectText(
  text: string,
  { format, forbiddenWords }: Omit<BodyToInspect, 'pieces'>,
): Omit<Inspected, 'text'> {
  try {
    const { members } = scanObject(text, readMembersOf(format))
    refuseLongMembers(members)
    return {
      members,
      inputTokens: estimateInput(text),
      inputFacts: factsIn(format, text),
      counts: meters[format].count?.({ text, members }),
      marks: marksIn(text),
      hasForbiddenWords: forbiddenWords.length > 0 && containsWord(text, finderOf(forbiddenWords)),
    }
  } catch (error) {
    throw asRequestError(error)
  }
}

/** Inspects a body that the gateway wrote for an upstream. @throws ApiError */
export function inspectWritten(text: string, format: WireFormat): InspectedWritten {
  try {
    return { members: scanObject(text).members, inputFacts: factsIn(format, text) }
  } catch (error) {
    throw asRequestError(error)
  }
}

/**
 * Checks whether the beginning of a body is already too complex, before the rest has arrived. Ignores other faults.
 *
 * @throws ApiError
 */
export function inspectBeginning(pieces: readonly Uint8Array[]): void {
  try {
    scanObject(new TextDecoder().decode(Buffer.concat(pieces)))
  } catch (error) {
    if (error instanceof JsonTooComplex) throw asRequestError(error)
  }
}

const finders = new WeakMap<readonly string[], WordFinder>()

/** Makes the finder once for each list. */
function finderOf(words: readonly string[]): WordFinder {
  const known = finders.get(words)
  if (known) return known
  const finder = wordFinder(words)
  finders.set(words, finder)
  return finder
}
