import { Buffer } from 'node:buffer'
import type { ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asArray, asText, tryParse } from '../../raw/json.ts'
import { readSignature, writeSignature } from './thought-signature.ts'

/** A thought and its signature. */
export type SignedThought = ReasoningPart & { signature: Signature }

/** A thought that a text or a call carries. */
export interface CarriedThought {
  thought: SignedThought
  /** There is a text between it and the call that carries it. */
  isBeforeText: boolean
}

/**
 * The signed thoughts of an answer, on their way to its texts and calls. A text carries those since the last text or
 * call; a call carries those since the last call, because some clients only send back calls.
 */
export class ThoughtCarrier {
  private sinceCall: CarriedThought[] = []

  add(thought: SignedThought): void {
    this.sinceCall.push({ thought, isBeforeText: false })
  }

  forText(): CarriedThought[] {
    const carried = this.sinceCall.filter(({ isBeforeText }) => !isBeforeText)
    if (carried.length > 0) this.sinceCall = this.sinceCall.map(({ thought }) => ({ thought, isBeforeText: true }))
    return carried
  }

  forCall(): CarriedThought[] {
    const carried = this.sinceCall
    this.sinceCall = []
    return carried
  }
}

/** The content of one part's `thoughtSignature`. */
export interface Seal {
  /** The part's own; null: none. */
  signature: Signature | null
  /** The signed thoughts before it. */
  thoughts: CarriedThought[]
}

/** Begins like all wrapped signatures, so that a request with one is recognized. */
const CARRYING = 'tollgate-seals.'

/**
 * Returns the `thoughtSignature` of a text or a call, including the thoughts before it: Gemini CLI sends texts and
 * calls back unchanged but drops thoughts with their signatures. Undefined: nothing is signed.
 */
export function writeSeal(own: Signature | undefined, thoughts: readonly CarriedThought[]): string | undefined {
  if (thoughts.length === 0) return own && writeSignature(own)
  const carried = thoughts.map(({ thought: { text, signature, redacted = false }, isBeforeText }) => {
    const { origin, value, id } = signature
    return [text, origin, value, id ?? null, redacted, isBeforeText]
  })
  return Buffer.from(CARRYING + JSON.stringify([own ? writeSignature(own) : null, ...carried])).toString('base64')
}

export function readSeal(wire: unknown, ownOrigin: string): Seal {
  if (typeof wire !== 'string' || !wire.startsWith(CARRYING_BASE64)) return bare(wire, ownOrigin)
  const text = Buffer.from(wire, 'base64').toString()
  if (!text.startsWith(CARRYING)) return bare(wire, ownOrigin)
  const [own, ...carried] = asArray(tryParse(text.slice(CARRYING.length)))
  return { signature: readSignature(own, ownOrigin), thoughts: carried.flatMap(toThought) }
}

const CARRYING_BASE64 = Buffer.from(CARRYING).toString('base64')

const bare = (wire: unknown, ownOrigin: string): Seal => ({ signature: readSignature(wire, ownOrigin), thoughts: [] })

function toThought(wire: unknown): CarriedThought[] {
  const [text, origin, value, id, redacted, isBeforeText] = asArray(wire)
  if (typeof text !== 'string' || typeof origin !== 'string' || typeof value !== 'string') return []
  const name = asText(id)
  const signature = { origin, value, ...(name !== null && { id: name }) }
  const thought: SignedThought = { type: 'reasoning', text, signature, ...(redacted === true && { redacted }) }
  return [{ thought, isBeforeText: isBeforeText === true }]
}
