/**
 * Notices anything that stays silent too long. All watches share one timer, so that a chunk needs no timer of its own.
 */
export interface Watchdog {
  /** Calls `onSilence` once when `limitMs` pass without a `touch`; never for 0. */
  watch(limitMs: number, onSilence: () => void): Watch
  /** Milliseconds this process has run; only differences taken while something is watched are meaningful. */
  time(): number
}

export interface Watch {
  touch(): void
  /** Replaces the limit and the callback; the new limit starts now. */
  change(limitMs: number, onSilence: () => void): void
  done(): void
}

const SWEEP_MS = 100
/**
 * A longer step between two ticks means that the process stood still (stopped, or its machine suspended), so nobody was
 * silent.
 */
const LONGEST_STEP_MS = 1_000

export function makeWatchdog(): Watchdog {
  const watched = new Set<{ sweep(now: number): void }>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lookedAt = performance.now()
  /** Updated once per sweep: precise enough, and `touch` stays free. */
  let now = 0

  const time = () => {
    const moment = performance.now()
    now += Math.min(moment - lookedAt, LONGEST_STEP_MS)
    lookedAt = moment
    return now
  }

  const sweep = () => {
    time()
    for (const watch of watched) watch.sweep(now)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    time,
    watch(firstLimitMs, firstOnSilence) {
      if (!timer) {
        time()
        timer = setInterval(sweep, SWEEP_MS)
      }
      let since = now
      let limitMs = firstLimitMs
      let onSilence = firstOnSilence
      const entry = {
        sweep(moment: number) {
          if (limitMs === 0 || moment - since < limitMs) return
          watched.delete(entry)
          onSilence()
        },
      }
      watched.add(entry)
      return {
        touch: () => {
          since = now
        },
        change: (nextLimitMs, nextOnSilence) => {
          since = now
          limitMs = nextLimitMs
          onSilence = nextOnSilence
        },
        done: () => watched.delete(entry),
      }
    },
  }
}
