import type { Part, ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asObjects, asText, type JsonObject } from '../../raw/json.ts'
import { REDACTED, readSignature, writeSignature } from '../gemini/thought-signature.ts'

/**
 * Only thoughts are signed here. Google puts the signature of a call into an empty thought before it. A signature that
 * comes too late for that, and those of texts and media, are put into such a thought under a name of ours.
 */
const NEXT = 'next-part'
const LAST = 'last-part'

/** Returns the `signature` of a thought before the part it belongs to. */
export const writeForNext = (signature: Signature): string =>
  writeSignature(signature.origin === 'google' ? signature : { ...signature, id: NEXT })

/** Returns the `signature` of a thought after the part it belongs to. */
export const writeForLast = (signature: Signature): string => writeSignature({ ...signature, id: LAST })

/** Returns the `signature` of reasoning. */
export const writeForThought = (signature: Signature, redacted: true | undefined): string =>
  writeSignature(redacted ? { ...signature, id: REDACTED } : signature)

/** A thought: its summary, its signature, or both. */
export function readThought(wire: JsonObject): ReasoningPart[] {
  const text = asObjects(wire.summary)
    .map(content => asText(content.text) ?? '')
    .join('')
  const signature = readSignature(wire.signature, 'google')
  if (!text && !signature) return []
  if (signature?.id === REDACTED) return [{ type: 'reasoning', text, redacted: true, signature: without(signature) }]
  return [{ type: 'reasoning', text, ...(signature && { signature }) }]
}

/** Gives the parts of a turn the signatures in the thoughts next to them. */
export function signParts(parts: readonly Part[]): Part[] {
  const signed: Part[] = []
  for (const part of parts) {
    const before = signed.at(-1)
    if (isCarrier(part) && part.signature.id === LAST && before && takes(before))
      signed[signed.length - 1] = { ...before, signature: without(part.signature) }
    else if (part.type === 'tool-call' && isForCall(before))
      signed[signed.length - 1] = { ...part, signature: without(before.signature) }
    else signed.push(part)
  }
  return signed
}

type Carrier = ReasoningPart & { signature: Signature }

const isCarrier = (part: Part | undefined): part is Carrier =>
  part?.type === 'reasoning' && part.text === '' && !part.redacted && part.signature !== undefined

/** A Google signature in an empty thought signs the call after it; another family's does so under its name. */
const isForCall = (part: Part | undefined): part is Carrier =>
  isCarrier(part) && (part.signature.origin === 'google' || part.signature.id === NEXT)

const takes = (part: Part): part is Exclude<Part, { type: 'opaque' | 'tool-result' | 'reasoning' }> =>
  part.type === 'text' || part.type === 'media' || part.type === 'tool-call'

const without = ({ origin, value }: Signature): Signature => ({ origin, value })
