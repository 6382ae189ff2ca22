import type { Part, ReasoningPart, TextPart } from './parts.ts'
import type { Signature } from './signature.ts'

/** What the signature of a text is named where it rides in a thought that shows nothing, before its text. */
const NEXT_TEXT = 'next-text'

/** Returns a text's signature for a dialect that gives texts no place for one. */
export const forNextText = (signature: Signature): Signature => ({ ...signature, id: NEXT_TEXT })

/** Returns a signature without that name: to whoever reads an answer it is one of a thought that shows nothing. */
export const ofThought = (signature: Signature): Signature =>
  signature.id === NEXT_TEXT ? { origin: signature.origin, value: signature.value } : signature

/**
 * Gives the texts of a turn the signatures that ride before them. One that no text follows belongs to the text before it, where
 * a client keeps the order of a stream; else to no text.
 */
export function signTexts(parts: readonly Part[]): Part[] {
  const signed: Part[] = []
  let riding: Signature | null = null
  for (const part of parts) {
    if (part.type === 'text' && riding) signed.push({ ...part, signature: riding })
    else {
      if (riding) settle(signed, riding)
      if (!rides(part)) signed.push(part)
    }
    riding = rides(part) ? ofThought(part.signature) : null
  }
  if (riding) settle(signed, riding)
  return signed
}

const rides = (part: Part): part is ReasoningPart & { signature: Signature } =>
  part.type === 'reasoning' && part.signature?.id === NEXT_TEXT

function settle(parts: Part[], signature: Signature): void {
  const before = parts.at(-1)
  if (isUnsignedText(before)) parts[parts.length - 1] = { ...before, signature }
  else parts.push({ type: 'reasoning', text: '', signature })
}

const isUnsignedText = (part: Part | undefined): part is TextPart => part?.type === 'text' && !part.signature
