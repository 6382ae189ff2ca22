import type { LossReason } from '@tollgate/contract'
import { type Loss, lose, RequestRefused } from './losses.ts'

/**
 * What a dialect cannot express, or only in part, besides the parameters in its `parameters.ts`. Each dialect lists all
 * its limits in one table, which its writer uses and from which `docs/dialects.md` is made.
 */
export type Limit = (Loss & LimitFacts<'missing' | 'reduced' | 'untold'>) | Refusal

/** Its reason is that of an error, not of a loss. */
interface Refusal extends LimitFacts<'refused'> {
  what: string
  why: string
}

interface LimitFacts<Fate> {
  /**
   * `missing`: requests have no field for it, so the dialect's own clients never ask for it.
   * `reduced`: a request expresses only part of it, or only some requests express it.
   * `refused`: leaving it out would change the request's meaning: 400.
   * `untold`: an answer to a client does not report it.
   */
  fate: Fate
  /** The only dialects whose clients can ask for it; absent: all that do not lack it themselves. */
  askedBy?: readonly string[]
  /** Only streams have this limit: a whole answer can still report it. */
  inStreams?: true
}

export type LimitTable = Readonly<Record<string, Limit>>

type ToldLimit = Exclude<Limit, Refusal>

export const missing = (what: string, why: LossReason): ToldLimit => ({ fate: 'missing', what, why })
export const reduced = (what: string, why: LossReason, askedBy?: readonly string[]): ToldLimit => ({
  fate: 'reduced',
  what,
  why,
  ...(askedBy && { askedBy }),
})
export const refusing = (what: string, why: string, askedBy?: readonly string[]): Refusal => ({
  fate: 'refused',
  what,
  why,
  ...(askedBy && { askedBy }),
})
export const untold = (what: string, why: LossReason): ToldLimit => ({ fate: 'untold', what, why })
export const untoldInStreams = (what: string, why: LossReason): ToldLimit => ({ ...untold(what, why), inStreams: true })

/** Notes that a limit was met. */
export const note = (losses: Loss[], { what, why }: Loss): void => lose(losses, what, why)

/** Returns the refusal that belongs to a limit. */
export const refusal = ({ why }: Limit, param: string | null = null): RequestRefused => new RequestRefused(why, param)
