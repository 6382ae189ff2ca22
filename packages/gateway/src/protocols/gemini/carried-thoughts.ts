import { Buffer } from 'node:buffer'
import type { ReasoningPart } from '../../canonical/parts.ts'
import type { Signature } from '../../canonical/signature.ts'
import { asArray, asText, tryParse } from '../../raw/json.ts'
import { readSignature, writeSignature } from './thought-signature.ts'

/** A thought and the proof of it. */
export type SignedThought = ReasoningPart & { signature: Signature }

/** What the `thoughtSignature` of one part says. */
export interface Seal {
  /** Of the part itself; null: it has none. */
  signature: Signature | null
  /** The signed thoughts before it. */
  thoughts: SignedThought[]
}

/** Begins like every wrapped signature, so that a request that carries one is known by it. */
const CARRYING = 'tollgate-seals.'

/**
 * Returns the `thoughtSignature` of a text or a call, with the thoughts that came before it: Gemini CLI hands texts and calls
 * back as they came, and of thoughts neither their words nor their signatures. undefined: nothing is signed.
 */
export function writeSeal(own: Signature | undefined, thoughts: readonly SignedThought[]): string | undefined {
  if (thoughts.length === 0) return own && writeSignature(own)
  const carried = thoughts.map(({ text, signature: { origin, value, id }, redacted = false }) => [
    text,
    origin,
    value,
    id ?? null,
    redacted,
  ])
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

function toThought(wire: unknown): SignedThought[] {
  const [text, origin, value, id, redacted] = asArray(wire)
  if (typeof text !== 'string' || typeof origin !== 'string' || typeof value !== 'string') return []
  const name = asText(id)
  const signature = { origin, value, ...(name !== null && { id: name }) }
  return [{ type: 'reasoning', text, signature, ...(redacted === true && { redacted }) }]
}
