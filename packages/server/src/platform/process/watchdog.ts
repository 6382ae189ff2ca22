import { Bag, type BagMember, NO_SLOT } from './bag.ts'

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
  const watched = new Bag<Watched>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lookedAt = performance.now()
  /** The time of the last sweep: precise enough, and `touch` costs nothing. */
  const swept = { at: 0 }

  const time = () => {
    const moment = performance.now()
    swept.at += Math.min(moment - lookedAt, LONGEST_STEP_MS)
    lookedAt = moment
    return swept.at
  }

  const sweep = () => {
    time()
    for (const watch of watched) watch.sweep()
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    time,
    watch(limitMs, onSilence) {
      if (!timer) {
        time()
        timer = setInterval(sweep, SWEEP_MS)
      }
      return new Watched(watched, swept, limitMs, onSilence)
    },
  }
}

/** A class, since every call has several: separate methods would cost each of them more than the watching. */
class Watched implements Watch, BagMember {
  slot = NO_SLOT
  private since: number

  constructor(
    private readonly all: Bag<Watched>,
    private readonly swept: { at: number },
    private limitMs: number,
    private onSilence: () => void,
  ) {
    this.since = swept.at
    all.add(this)
  }

  touch(): void {
    this.since = this.swept.at
  }

  change(limitMs: number, onSilence: () => void): void {
    this.since = this.swept.at
    this.limitMs = limitMs
    this.onSilence = onSilence
  }

  done(): void {
    this.all.delete(this)
  }

  sweep(): void {
    if (this.limitMs === 0 || this.swept.at - this.since < this.limitMs) return
    this.all.delete(this)
    this.onSilence()
  }
}
