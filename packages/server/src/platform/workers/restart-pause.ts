const FIRST_MS = 500
const LONGEST_MS = 30_000
/** A worker that lived this long did not die because of its start. */
const LONG_LIFE_MS = 10_000

/** Counts workers that died young in a row, and derives the pause. */
export interface RestartPause {
  /** Counts a death. Returns the wait before the next start: none the first time, then longer each time. */
  afterDeath(livedMs: number): number
}

export function makeRestartPause(): RestartPause {
  let youngDeaths = 0
  return {
    afterDeath(livedMs) {
      youngDeaths = livedMs >= LONG_LIFE_MS ? 1 : youngDeaths + 1
      return youngDeaths === 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (youngDeaths - 2))
    },
  }
}
