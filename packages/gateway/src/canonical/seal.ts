import { Buffer } from 'node:buffer'

/**
 * A token an upstream gave to be handed back on the next turn: a signature, encrypted reasoning, a thought signature.
 * Only the family that made it can open it, so it says whose it is wherever it travels.
 */
export interface Seal {
  /** The family of models that made it: `anthropic`, `openai`, `google`, `xai`, … */
  origin: string
  value: string
  /** The upstream's own name of the sealed item, where the item must be handed back under it. */
  id?: string
}

const WRAPPED = 'tollgate-seal.'
const IN_ID = '__seal_'

/** How a wrapped seal in base64 begins, up to a full group. */
const WRAPPED_BASE64 = Buffer.from(WRAPPED.slice(0, 12)).toString('base64')

/** Messages' place for a seal, left empty: a thought that was none of its own family's. */
const UNSEALED = /"signature":\s*""/

/**
 * Whether a request's text holds seals of ours, which no upstream knows, or lacks one its own upstream would have given:
 * it must be read and written, even in its own dialect.
 */
export const carriesSeals = (text: string): boolean =>
  text.includes(WRAPPED) || text.includes(WRAPPED_BASE64) || text.includes(IN_ID) || UNSEALED.test(text)

/** A seal as one word that can sit where another family's own seal would. */
export function wrapSeal(seal: Seal): string {
  return WRAPPED + JSON.stringify([seal.origin, seal.value, seal.id])
}

/** A seal found where `ownOrigin` keeps its own: its own as it stands, another's by unwrapping. */
export function unwrapSeal(word: string, ownOrigin: string): Seal {
  if (!word.startsWith(WRAPPED)) return { origin: ownOrigin, value: word }
  return seal(word.slice(WRAPPED.length)) ?? { origin: ownOrigin, value: word }
}

/**
 * A tool-call id that carries the seal: the one thing of a call that every client hands back.
 * Only letters, digits, `_` and `-`, as Messages clients expect of an id.
 */
export function sealIntoId(id: string, sealed: Seal): string {
  return id + IN_ID + Buffer.from(JSON.stringify([sealed.origin, sealed.value, sealed.id])).toString('base64url')
}

/** The id as the upstream gave it, and the seal it carried. */
export function splitSealedId(id: string): { id: string; seal?: Seal } {
  const at = id.lastIndexOf(IN_ID)
  if (at < 0) return { id }
  const found = seal(Buffer.from(id.slice(at + IN_ID.length), 'base64url').toString())
  return found ? { id: id.slice(0, at), seal: found } : { id }
}

function seal(json: string): Seal | null {
  try {
    const [origin, value, id] = JSON.parse(json) as unknown[]
    if (typeof origin !== 'string' || typeof value !== 'string') return null
    return typeof id === 'string' ? { origin, value, id } : { origin, value }
  } catch {
    return null
  }
}
