import type { Part, ReasoningPart, TextPart } from './parts.ts'
import type { Signature } from './signature.ts'

/** Names a text's signature while an empty thought before the text carries it. */
const NEXT_TEXT = 'next-text'

/** Returns a text's signature for a dialect that has no place for one on texts. */
export const forNextText = (signature: Signature): Signature => ({ ...signature, id: NEXT_TEXT })

/** Returns a signature without that name, as readers of an answer expect it on an empty thought. */
export const ofThought = (signature: Signature): Signature =>
  signature.id === NEXT_TEXT ? { origin: signature.origin, value: signature.value } : signature

/**
 * Gives the texts of a turn the signatures carried before them. If no text follows, the text before gets it, provided
 * the client keeps stream order; otherwise no text does.
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
