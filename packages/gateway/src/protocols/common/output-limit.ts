import type { Patches } from '../../raw/patch-json.ts'

/** Returns a top-level member of a request. */
export type Member = (name: string) => unknown

/** The fields in which a wire format's requests limit the length of an answer. */
export interface OutputLimitFields {
  /** The limit may be in any of these objects; absent: at the top. */
  inside?: readonly string[]
  /** An upstream may obey any of them. Empty: it takes no limit. */
  names: readonly string[]
  /** The field to write if a request has none; in the first of `inside`. */
  usual(model: string): string
  /** Upstreams refuse a lower limit. */
  least: number
  /** The number of answers requested, each as long as the limit. */
  answers(member: Member): number
  /** Other changes that a lower limit makes necessary. */
  besides?(limit: number, member: Member): Patches
}

const one = () => 1
/** A field at the top of the request. */
export const atTop = (name: string, answers: OutputLimitFields['answers'] = one) => ({
  names: [name],
  usual: () => name,
  least: 1,
  answers,
})

/** An upstream without a limit for answers. */
export const NO_OUTPUT_LIMIT = { names: [], usual: () => '', least: 1, answers: one } satisfies OutputLimitFields

/** Returns a count in a request; anything else counts as one. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 ? value : 1
