import type { Part, ReasoningPart, TextPart } from '../../canonical/parts.ts'

/**
 * Adds a part of the model's to those before it. Clients hand a streamed answer back piece by piece, as it came: texts
 * and thoughts that follow one another are one until a signature ends them.
 */
export function joinPiece(parts: Part[], piece: Part): void {
  const before = parts.at(-1)
  if (isFlowing(before) && isFlowing(piece) && continues(before, piece)) {
    before.text += piece.text
    if (piece.signature) before.signature = piece.signature
  } else if (piece.type === 'text' && piece.text === '' && piece.signature) {
    // a signature that follows no text
    parts.push({ type: 'reasoning', text: '', signature: piece.signature })
  } else parts.push(piece)
}

type Flowing = TextPart | ReasoningPart

const isFlowing = (part: Part | undefined): part is Flowing => part?.type === 'text' || part?.type === 'reasoning'

const continues = (before: Flowing, piece: Flowing): boolean =>
  before.type === piece.type && !before.signature && !isApart(before) && !isApart(piece)

/** What says more of itself than its words. */
const isApart = (part: Flowing): boolean =>
  part.type === 'text' ? part.native !== undefined : part.redacted !== undefined
