import type { OpenPart } from '../canonical/answer.ts'
import type { Part } from '../canonical/parts.ts'

/** Something the client asked for, or the model answered, that the other side has no word for. */
export interface Loss {
  /** Its canonical name, or in quotes its name in the client's dialect. */
  what: string
  why: string
}

/** Notes a loss, once however often it occurs. */
export function lose(losses: Loss[], what: string, why: string): void {
  if (!losses.some(loss => loss.what === what && loss.why === why)) losses.push({ what, why })
}

/** Notes the seal of a part that cannot carry one. */
export const loseMediaSeal = (dialectName: string, losses: Loss[]): void =>
  lose(losses, 'seal', `${dialectName} has no place for one on media`)

/** Notes what of a block only another dialect knows. */
export function loseNative(part: Part | OpenPart, dialect: string, losses: Loss[]): void {
  if (!('native' in part) || !part.native || part.native.dialect === dialect) return
  for (const name of Object.keys(part.native.value)) lose(losses, `"${name}"`, `only ${part.native.dialect} knows it`)
}

/** The client's request cannot be understood, or not be met without changing its meaning. Becomes a 400 in its dialect. */
export class AskRefused extends Error {
  constructor(
    message: string,
    /** Which member of the request; null: the request as a whole. */
    readonly param: string | null = null,
  ) {
    super(message)
    this.name = 'AskRefused'
  }
}
