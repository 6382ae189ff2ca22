import { Bag, type BagMember, NO_SLOT } from '../../platform/process/bag.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'

const TICK_MS = 250

/** A caller that waits for an outcome. */
export interface Waiter<Result> {
  readonly promise: Promise<Result>
  resolve(result: Result): void
  reject(error: Error): void
}

interface Patient extends BagMember {
  ticks: number
  reject(error: Error): void
}

/**
 * Makes waiters that wait at most `patienceMs` for an outcome. One timer serves all; time during which the process was frozen
 * does not count.
 */
export function impatience(patienceMs: number): <Result>() => Waiter<Result> {
  const waiting = new Bag<Patient>()
  let timer: Timer | null = null

  function tick(): void {
    for (const each of waiting) {
      each.ticks -= 1
      if (each.ticks > 0) continue
      waiting.delete(each)
      each.reject(new DatabaseUnavailable('the database did not accept the change in time; it will be retried'))
    }
    if (waiting.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  return <Result>(): Waiter<Result> => {
    const waiter = new PatientWaiter<Result>(waiting, Math.ceil(patienceMs / TICK_MS))
    waiting.add(waiter)
    timer ??= setInterval(tick, TICK_MS)
    return waiter
  }
}

/** A class, because every call has one. */
class PatientWaiter<Result> implements Waiter<Result>, Patient {
  slot = NO_SLOT
  private readonly settled = Promise.withResolvers<Result>()

  constructor(
    private readonly waiting: Bag<Patient>,
    public ticks: number,
  ) {}

  get promise(): Promise<Result> {
    return this.settled.promise
  }

  resolve(result: Result): void {
    this.waiting.delete(this)
    this.settled.resolve(result)
  }

  reject(error: Error): void {
    this.waiting.delete(this)
    this.settled.reject(error)
  }
}
