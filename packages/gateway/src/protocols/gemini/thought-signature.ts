import { Buffer } from 'node:buffer'
import { type Signature, unwrapSignature, wrapSignature } from '../../canonical/signature.ts'

/**
 * Writes a signature as the `thoughtSignature` of a part. Clients decode and re-encode its base64, so another family's
 * signature, or one that must be returned with a name, is wrapped and encoded.
 */
export const writeSignature = (partSignature: Signature): string =>
  partSignature.origin === 'google' && partSignature.id === undefined
    ? partSignature.value
    : encode(wrapSignature(partSignature))

/** Returns the signature of a part; null: it has none. */
export function readSignature(signature: unknown, ownOrigin: string): Signature | null {
  if (typeof signature !== 'string' || signature === '' || PLACEHOLDERS.has(signature)) return null
  const isOthers = signature.startsWith(WRAPPED)
  return isOthers ? unwrapSignature(Buffer.from(signature, 'base64').toString(), ownOrigin) : own(signature, ownOrigin)
}

/** The name of a signature whose reasoning is withheld. */
export const REDACTED = 'redacted'

const own = (value: string, origin: string): Signature => ({ origin, value })

const encode = (text: string): string => Buffer.from(text).toString('base64')

/** The beginning of all wrapped signatures, up to a full base64 group. */
const WRAPPED = encode(wrapSignature({ origin: '', value: '' }).slice(0, 12))

/**
 * Replaces a signature that Gemini never gave: models that require one accept a call with this.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const UNSIGNED = encode('skip_thought_signature_validator')

const WORDS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
const PLACEHOLDERS: ReadonlySet<string> = new Set([...WORDS, ...WORDS.map(encode)])
