import { type Loss, lose, RequestRefused } from './losses.ts'

/**
 * What a dialect cannot express, or only in part, besides the parameters in its `parameters.ts`. Each dialect lists all
 * its limits in one table, which its writer uses and from which `docs/dialects.md` is made.
 */
export interface Limit extends Loss {
  /**
   * `missing`: requests have no field for it, so the dialect's own clients never ask for it.
   * `reduced`: a request expresses only part of it, or only some requests express it.
   * `refused`: leaving it out would change the request's meaning: 400.
   * `untold`: an answer to a client does not report it.
   */
  fate: 'missing' | 'reduced' | 'refused' | 'untold'
  /** The only dialects whose clients can ask for it; absent: all that do not lack it themselves. */
  askedBy?: readonly string[]
  /** Only streams have this limit: a whole answer can still report it. */
  inStreams?: true
}

export type LimitTable = Readonly<Record<string, Limit>>

export const missing = (what: string, why: string): Limit => ({ fate: 'missing', what, why })
export const reduced = (what: string, why: string, askedBy?: readonly string[]): Limit => ({
  fate: 'reduced',
  what,
  why,
  ...(askedBy && { askedBy }),
})
export const refusing = (what: string, why: string, askedBy?: readonly string[]): Limit => ({
  fate: 'refused',
  what,
  why,
  ...(askedBy && { askedBy }),
})
export const untold = (what: string, why: string): Limit => ({ fate: 'untold', what, why })
export const untoldInStreams = (what: string, why: string): Limit => ({ ...untold(what, why), inStreams: true })

/** Notes that a limit was met. */
export const note = (losses: Loss[], { what, why }: Loss): void => lose(losses, what, why)

/** Returns the refusal that belongs to a limit. */
export const refusal = ({ why }: Limit, param: string | null = null): RequestRefused => new RequestRefused(why, param)
