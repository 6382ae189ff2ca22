import { Buffer } from 'node:buffer'
import { type Signature, unwrapSignature, wrapSignature } from '../../canonical/signature.ts'

/**
 * Where a signature rides here: the `thoughtSignature` of any part. It is base64, and clients decode and encode it on the
 * way, so what another family sealed, or must go back under a name, is wrapped and encoded.
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

/** What reasoning shows nothing of itself says so in the name of its signature. */
export const REDACTED = 'redacted'

const own = (value: string, origin: string): Signature => ({ origin, value })

const encode = (text: string): string => Buffer.from(text).toString('base64')

/** How every wrapped signature begins, up to a full group of base64. */
const WRAPPED = encode(wrapSignature({ origin: '', value: '' }).slice(0, 12))

/**
 * In place of a signature Gemini never gave: models that demand one let a call with this pass.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const UNSIGNED = encode('skip_thought_signature_validator')

const WORDS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
const PLACEHOLDERS: ReadonlySet<string> = new Set([...WORDS, ...WORDS.map(encode)])
