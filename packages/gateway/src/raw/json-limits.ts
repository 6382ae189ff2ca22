/** A text that is not the expected JSON. */
export class MalformedJson extends Error {
  override name = 'MalformedJson'
  /** Position in the text, in UTF-16 units from 0. */
  readonly position: number

  constructor(expectation: string, position: number) {
    super(`${expectation} at position ${position}`)
    this.position = position
  }
}

/** A JSON text that would take more work than any request is worth. */
export class JsonTooComplex extends MalformedJson {
  override name = 'JsonTooComplex'

  constructor(
    /** The limit, as in "1,000 levels". */
    readonly limit: string,
    position: number,
  ) {
    super(`Over ${limit}`, position)
  }
}

/**
 * How many of each a JSON text may have, because every reader does work for each. The longest conversations stay far
 * below.
 */
export const JSON_LIMITS = {
  levels: 1_000,
  /** Of the outermost object. */
  members: 1_000,
  /** Of all other objects together. */
  names: 50_000,
  /** Members and array elements of any kind. */
  values: 1_000_000,
  'escaped quotes': 2_000_000,
  /** Between values, without the few of usual indents. */
  spaces: 10_000_000,
} as const

export type Counts = Record<keyof typeof JSON_LIMITS, number>

export const newCounts = (): Counts => ({ levels: 0, members: 0, names: 0, values: 0, 'escaped quotes': 0, spaces: 0 })

/** Counts more. Throws `JsonTooComplex` above the limit. */
export function count(counts: Counts, what: keyof Counts, at: number, more = 1): void {
  counts[what] += more
  if (counts[what] > JSON_LIMITS[what]) throw tooMany(what, at)
}

export const tooMany = (what: keyof Counts, at: number) =>
  new JsonTooComplex(`${JSON_LIMITS[what].toLocaleString('en-US')} ${what}`, at)
