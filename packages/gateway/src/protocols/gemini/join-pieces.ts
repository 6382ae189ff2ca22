import type { Part, ReasoningPart, TextPart } from '../../canonical/parts.ts'
import type { CarriedThought } from './carried-thoughts.ts'

/** A part of a content, as a client sends it back. */
export interface Piece {
  /** null: it has no content of its own. */
  part: Part | null
  /** The signed thoughts it carries, which came before it. */
  thoughts: readonly CarriedThought[]
}

/**
 * Joins the parts of a model's turn. Clients send a streamed answer back in the pieces it came in: consecutive texts or thoughts
 * are one part until a signature ends it.
 */
export class ModelParts {
  readonly parts: Part[] = []
  /** Signatures of the thoughts so far. */
  private readonly signatures = new Set<string>()

  add({ part, thoughts }: Piece): void {
    const missing = thoughts.filter(({ thought }) => !this.signatures.has(thought.signature.value))
    if (missing.length > 0) this.restore(missing)
    if (part) this.join(part)
  }

  /** The client kept none of these thoughts, or only their text. */
  private restore(carried: readonly CarriedThought[]): void {
    while (isUnsignedThought(this.parts.at(-1))) this.parts.pop()
    const [before, after] = [true, false].map(place =>
      carried.filter(({ isBeforeText }) => isBeforeText === place).map(({ thought }) => thought),
    )
    const texts = this.parts.splice(this.parts.findLastIndex(part => part.type !== 'text') + 1)
    for (const part of [...(before ?? []), ...texts, ...(after ?? [])]) this.push(part)
  }

  private join(piece: Part): void {
    const before = this.parts.at(-1)
    if (isFlowing(before) && isFlowing(piece) && continues(before, piece)) {
      before.text += piece.text
      if (piece.signature) this.sign(before, piece)
    } else if (piece.type === 'text' && piece.text === '' && piece.signature) {
      // a signature that follows no text
      this.push({ type: 'reasoning', text: '', signature: piece.signature })
    } else this.push(piece)
  }

  private push(part: Part): void {
    this.parts.push(part)
    if (part.type === 'reasoning') this.sign(part, part)
  }

  private sign(part: Flowing, { signature }: Flowing): void {
    if (!signature) return
    part.signature = signature
    if (part.type === 'reasoning') this.signatures.add(signature.value)
  }
}

type Flowing = TextPart | ReasoningPart

const isFlowing = (part: Part | undefined): part is Flowing => part?.type === 'text' || part?.type === 'reasoning'

const isUnsignedThought = (part: Part | undefined): boolean => part?.type === 'reasoning' && !part.signature

const continues = (before: Flowing, piece: Flowing): boolean =>
  before.type === piece.type && !before.signature && !isApart(before) && !isApart(piece)

/** A part with more than text. */
const isApart = (part: Flowing): boolean =>
  part.type === 'text' ? part.native !== undefined : part.redacted !== undefined
