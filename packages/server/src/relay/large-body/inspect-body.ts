import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  estimateInput,
  type Format,
  type Member,
  pointsOutside,
  readMembersOf,
  saysOneOf,
  scanObject,
  wordFinder,
} from '@tollgate/gateway'
import { refuse } from '../refusal.ts'
import { asRequestRefusal } from '../request-refusal.ts'

/** A body as it was sent, and what is to be known of it. */
export interface Sent {
  bytes: Uint8Array
  encoding: string
  limitBytes: number
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
  pointsOutside: boolean
  saysForbidden: boolean
}

const decompressors: Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Does at once all the work that grows with a body. Meant for a thread of its own.
 *
 * @throws Refusal
 */
export function inspectBody({ bytes, encoding, limitBytes, format, forbiddenWords }: Sent): Inspected {
  const text = decode(decompress(bytes, encoding, limitBytes))
  try {
    const { members } = scanObject(text, readMembersOf(format))
    return {
      text,
      members,
      inputTokens: estimateInput(text),
      pointsOutside: pointsOutside(text),
      saysForbidden: forbiddenWords.length > 0 && saysOneOf(text, wordFinder(forbiddenWords)),
    }
  } catch (error) {
    throw asRequestRefusal(error)
  }
}

function decompress(bytes: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array {
  try {
    return decompressors[encoding]?.(bytes, { maxOutputLength }) ?? bytes
  } catch (error) {
    if (error instanceof RangeError) throw refuse('body_too_large', { limit: `${maxOutputLength / 2 ** 20} MiB` })
    throw refuse('body_not_decodable', { encoding })
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw refuse('body_not_decodable', { encoding: 'UTF-8' })
  }
}
