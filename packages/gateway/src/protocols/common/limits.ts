import { type Loss, lose, RequestRefused } from './losses.ts'

/**
 * What a dialect cannot say, or not as fully as others, beside the parameters its `parameters.ts` is about. Each dialect
 * names all its limits in one table, which writing it goes by and `docs/dialects.md` is made of.
 */
export interface Limit extends Loss {
  /**
   * `missing`: no request has a word for it, so its own clients never ask for it.
   * `reduced`: a request says less of it than was asked, or only some requests say it.
   * `refused`: leaving it out would change what was asked: 400.
   * `untold`: an answer to a client does not tell it.
   */
  fate: 'missing' | 'reduced' | 'refused' | 'untold'
  /** The dialects whose clients alone can ask for it; absent: all that do not miss it themselves. */
  askedBy?: readonly string[]
  /** Only streams meet it: what they cannot tell any more, a whole answer can. */
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

/** Returns the refusal of what a limit is about. */
export const refusal = ({ why }: Limit, param: string | null = null): RequestRefused => new RequestRefused(why, param)
