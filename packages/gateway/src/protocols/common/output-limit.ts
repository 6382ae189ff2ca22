import type { Patches } from '../../raw/patch-json.ts'

/** Returns a top-level member of a request. */
export type Member = (name: string) => unknown

/** The fields in which requests of a wire format say how long an answer may be. */
export interface OutputLimitFields {
  /** Any of these objects may hold the limit; absent: it stands at the top. */
  inside?: readonly string[]
  /** An upstream may obey any of them. None: it takes no limit. */
  names: readonly string[]
  /** Under which it is written where a request has none; `inside` the first of those. */
  usual(model: string): string
  /** Upstreams refuse a lower one. */
  least: number
  /** How many answers a request asks for, each as long as the limit. */
  answers(member: Member): number
  /** What else a lower limit makes necessary. */
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

/** An upstream that takes no limit of an answer. */
export const NO_OUTPUT_LIMIT = { names: [], usual: () => '', least: 1, answers: one } satisfies OutputLimitFields

/** Returns a count as a request gives it; what is none counts as one. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 ? value : 1
