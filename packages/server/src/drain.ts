import type { Server } from 'bun'
import type { InFlightRegistry } from './relay/in-flight.ts'

/** How long a stopping server waits. */
export interface Patience {
  /** For what runs to end by itself. */
  drainMs: number
  /** Ends that wait at once. */
  hurry?: AbortSignal
}

/** While calls run, what arrives over open connections hears so long in words that it came too late. */
const LAST_REFUSALS_MS = 1_000
/** So long may clients take to read their last words. */
const LAST_WORDS_MS = 3_000

/**
 * Ends a server in good order: it takes no new calls and no new connections, and waits for what runs; what still runs
 * then is told so in its protocol's own words. Resolves when nothing is under way any more; bounded.
 */
export async function drain(
  server: Server<unknown>,
  inFlight: InFlightRegistry,
  { drainMs, hurry }: Patience,
): Promise<void> {
  const hurried = new Promise<void>(resolve => hurry?.addEventListener('abort', () => resolve(), { once: true }))
  const left = inFlight.close()
  const refusingMs = Math.min(LAST_REFUSALS_MS, drainMs)
  await within(refusingMs, left, hurried)
  const stopped = server.stop()
  await within(drainMs - refusingMs, stopped, hurried)
  inFlight.cutOff()
  await within(LAST_WORDS_MS, stopped)
  await within(LAST_WORDS_MS, Promise.all([server.stop(true), left]))
}

/** Waits for the first of these, at most so long. */
async function within(limitMs: number, ...ends: Promise<unknown>[]): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([over, ...ends])
  clearTimeout(timer)
}
