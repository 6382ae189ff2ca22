import {
  estimateInput,
  type Format,
  type InputFacts,
  inputFacts,
  type Member,
  readMembersOf,
  saysOneOf,
  scanObject,
  wordFinder,
} from '@tollgate/gateway'
import { relayError } from '../../errors/relay-error.ts'
import { asRequestError } from '../as-request-error.ts'

/** A body, unpacked, and what is to be known of it. */
export interface Sent {
  bytes: Uint8Array
  format: Format
  /** What it must not say. */
  forbiddenWords: readonly string[]
}

/** What is known of a body that was read whole. */
export interface Inspected {
  text: string
  /** Of the JSON object it is. */
  members: Member[]
  /** Of all its text, estimated. */
  inputTokens: number
  inputFacts: InputFacts
  saysForbidden: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Does at once all the work that grows with a body. Meant for a thread of its own.
 *
 * @throws ApiError
 */
export function inspectBody({ bytes, format, forbiddenWords }: Sent): Inspected {
  const text = decode(bytes)
  try {
    const { members } = scanObject(text, readMembersOf(format))
    return {
      text,
      members,
      inputTokens: estimateInput(text),
      inputFacts: inputFacts(text),
      saysForbidden: forbiddenWords.length > 0 && saysOneOf(text, wordFinder(forbiddenWords)),
    }
  } catch (error) {
    throw asRequestError(error)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw relayError('body_not_decodable', { encoding: 'UTF-8' })
  }
}
