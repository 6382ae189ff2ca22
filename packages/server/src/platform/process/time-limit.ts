import { makeWatchdog } from './watchdog.ts'

const watchdog = makeWatchdog()

/** Like `AbortSignal.timeout`, but does not count time during which this process stood still. */
export function timeLimit(limitMs: number): AbortSignal {
  const controller = new AbortController()
  watchdog.watch(limitMs, () => controller.abort(new DOMException('The time limit was reached.', 'TimeoutError')))
  return controller.signal
}
