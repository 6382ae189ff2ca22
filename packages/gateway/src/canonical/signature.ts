import { Buffer } from 'node:buffer'

/**
 * A token an upstream gave to be handed back on the next turn: a signature, encrypted reasoning, a thought signature.
 * Only the family that made it can open it, so it says whose it is wherever it travels.
 */
export interface Signature {
  /** The family of models that made it: `anthropic`, `openai`, `google`, `xai`, … */
  origin: string
  value: string
  /** The upstream's own name of the sealed item, where the item must be handed back under it. */
  id?: string
}

const WRAPPED = 'tollgate-seal.'
const IN_ID = '__seal_'

/** How a wrapped signature in base64 begins, up to a full group. */
const WRAPPED_BASE64 = Buffer.from(WRAPPED.slice(0, 12)).toString('base64')

/** Messages' place for a signature, left empty: a thought that was none of its own family's. */
const UNSEALED = /"signature":\s*""/

/**
 * Returns whether a request's text holds signatures of ours, which no upstream knows, or lacks one its own upstream would have given:
 * it must be read and written, even in its own dialect.
 */
export const carriesSignatures = (text: string): boolean =>
  text.includes(WRAPPED) || text.includes(WRAPPED_BASE64) || text.includes(IN_ID) || UNSEALED.test(text)

/** Stands for a signature where clients refuse an empty one. Read back, the thought has none again. */
export const UNSIGNED = `${WRAPPED}[]`

/** Returns a signature as one word that can sit where another family's own signature would. */
export function wrapSignature(signature: Signature): string {
  return WRAPPED + JSON.stringify([signature.origin, signature.value, signature.id])
}

/** Returns whether a word is a signature that was wrapped here. */
export const isWrapped = (wire: string): boolean => wire.startsWith(WRAPPED)

/** Returns a signature found where `ownOrigin` keeps its own: its own as it stands, another's by unwrapping. */
export function unwrapSignature(wire: string, ownOrigin: string): Signature {
  if (!isWrapped(wire)) return { origin: ownOrigin, value: wire }
  return signature(wire.slice(WRAPPED.length)) ?? { origin: ownOrigin, value: wire }
}

/**
 * Returns a tool-call id that carries the signature: the one thing of a call that every client hands back.
 * Only letters, digits, `_` and `-`, as Messages clients expect of an id.
 */
export function signatureIntoId(id: string, sealed: Signature): string {
  return id + IN_ID + Buffer.from(JSON.stringify([sealed.origin, sealed.value, sealed.id])).toString('base64url')
}

/** The id as the upstream gave it, and the signature it carried. */
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
