/** The tokens of a call, by kind of charge. */
export interface TypicalCall {
  fresh: number
  /** Read from the cache. */
  cached: number
  /** Written to the cache for five minutes. */
  written: number
  output: number
}

/** Typical everyday calls, for comparing prices. */
export const TYPICAL_CALLS = {
  chat: { fresh: 1_000, cached: 0, written: 0, output: 400 },
  document: { fresh: 60_000, cached: 0, written: 0, output: 1_500 },
  agent: { fresh: 500, cached: 40_000, written: 3_000, output: 800 },
} as const satisfies Record<string, TypicalCall>

export type TypicalCallName = keyof typeof TYPICAL_CALLS
export const TYPICAL_CALL_NAMES = Object.keys(TYPICAL_CALLS) as [TypicalCallName, ...TypicalCallName[]]
