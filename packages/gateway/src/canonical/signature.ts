import { Buffer } from 'node:buffer'

/**
 * A token that an upstream gives and wants back on the next turn: a signature, encrypted reasoning, a thought
 * signature. Only the family that made it can open it, so it always carries its origin.
 */
export interface Signature {
  /** The family of models that made it: `anthropic`, `openai`, `google`, `xai`, … */
  origin: string
  value: string
  /** The upstream's own name for the sealed item, if it must be sent back with it. */
  id?: string
}

const WRAPPED = 'tollgate-seal.'
const IN_ID = '__seal_'

/** The start of a wrapped signature in base64, up to a full group. */
const WRAPPED_BASE64 = Buffer.from(WRAPPED.slice(0, 12)).toString('base64')

/** An empty Messages signature, from a thought of another family. */
const UNSEALED = /"signature":\s*""/

/**
 * Returns whether a request's text has wrapped signatures, which no upstream knows, or an empty one: such a request
 * must be read and rewritten even in its own dialect.
 */
export const carriesSignatures = (text: string): boolean =>
  text.includes(WRAPPED) || text.includes(WRAPPED_BASE64) || text.includes(IN_ID) || UNSEALED.test(text)

/** Replaces a signature for clients that refuse an empty one. It is read back as no signature. */
export const UNSIGNED = `${WRAPPED}[]`

/** Returns a signature as one word that fits where another family keeps its own. */
export function wrapSignature(signature: Signature): string {
  return WRAPPED + JSON.stringify([signature.origin, signature.value, signature.id])
}

/** Returns whether a word is a signature wrapped by the gateway. */
export const isWrapped = (wire: string): boolean => wire.startsWith(WRAPPED)

/** Returns the signature in a place where `ownOrigin` keeps its own: its own unchanged, another family's unwrapped. */
export function unwrapSignature(wire: string, ownOrigin: string): Signature {
  if (!isWrapped(wire)) return { origin: ownOrigin, value: wire }
  return signature(wire.slice(WRAPPED.length)) ?? { origin: ownOrigin, value: wire }
}

/**
 * Returns a tool-call id that carries the signature, because every client sends ids back. Only letters, digits, `_` and
 * `-`, as Messages clients expect of an id.
 */
export function signatureIntoId(id: string, sealed: Signature): string {
  return id + IN_ID + Buffer.from(JSON.stringify([sealed.origin, sealed.value, sealed.id])).toString('base64url')
}

/** Returns the id as the upstream gave it, and the signature it carried. */
export function splitSignedId(id: string): { id: string; signature?: Signature } {
  const at = id.lastIndexOf(IN_ID)
  if (at < 0) return { id }
  const found = signature(Buffer.from(id.slice(at + IN_ID.length), 'base64url').toString())
  return found ? { id: id.slice(0, at), signature: found } : { id }
}

function signature(json: string): Signature | null {
  try {
    const [origin, value, id] = JSON.parse(json) as unknown[]
    if (typeof origin !== 'string' || typeof value !== 'string') return null
    return typeof id === 'string' ? { origin, value, id } : { origin, value }
  } catch {
    return null
  }
}
