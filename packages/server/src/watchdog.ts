/** Ends what stays silent too long. One timer for all, so that a chunk costs no timer of its own. */
export interface Watchdog {
  /** Calls `onSilence` once when `limitMs` pass without a `touch`. 0: never. */
  watch(limitMs: number, onSilence: () => void): Watch
}

export interface Watch {
  touch(): void
  /** From now on another limit counts, beginning now, and something else happens at its end. */
  change(limitMs: number, onSilence: () => void): void
  done(): void
}

const SWEEP_MS = 100

export function makeWatchdog(): Watchdog {
  const watched = new Set<{ sweep(now: number): void }>()
  let timer: ReturnType<typeof setInterval> | undefined
  /** Read once a sweep: precise enough, and free to touch. */
  let now = performance.now()

  const sweep = () => {
    now = performance.now()
    for (const watch of watched) watch.sweep(now)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(firstLimitMs, firstOnSilence) {
      if (!timer) {
        now = performance.now()
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
