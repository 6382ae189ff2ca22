import type { InFlightRegistry } from '../relay/call/in-flight.ts'

/** How long a stopping server waits for running calls. */
export interface DrainOptions {
  /** How long running calls may take to end normally. */
  drainMs: number
  /** Ends that wait immediately. */
  hurry?: AbortSignal
}

/**
 * For this long, while calls are running, new requests on open connections get a 503 instead of a closed connection.
 */
const REJECTING_MS = 1_000
/** How long clients may take to read the final event of their stream. */
const FAREWELL_MS = 3_000

/**
 * Shuts a server down gracefully: it accepts no new calls or connections and waits for running calls. Calls still
 * running at the time limit get their protocol's error event. Resolves when no call is in flight any more, after a
 * bounded time.
 */
export async function drain(
  server: { stop(now?: boolean): Promise<unknown> },
  inFlight: InFlightRegistry,
  { drainMs, hurry }: DrainOptions,
): Promise<void> {
  const hurried = new Promise<void>(resolve => hurry?.addEventListener('abort', () => resolve(), { once: true }))
  const left = inFlight.close()
  const rejectingMs = Math.min(REJECTING_MS, drainMs)
  await waitAtMost(rejectingMs, left, hurried)
  const stopped = server.stop()
  await waitAtMost(drainMs - rejectingMs, stopped, hurried)
  inFlight.cutOff()
  await waitAtMost(FAREWELL_MS, stopped)
  await waitAtMost(FAREWELL_MS, Promise.all([server.stop(true), left]))
}

/** Waits for the first of these promises, at most `limitMs`. */
async function waitAtMost(limitMs: number, ...ends: Promise<unknown>[]): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([over, ...ends])
  clearTimeout(timer)
}
