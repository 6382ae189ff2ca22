import { CallError } from './call.ts'

const AGAIN_EVERY_MS = 5_000

/** Whether a failure may pass by itself: the gateway was not reached, or does not work now. */
export const mayPass = (error: Error): boolean =>
  error instanceof CallError && (error.code === 'network' || error.status >= 502)

/** After an outage what failed comes back by itself. Returns when to read again, in milliseconds; false: not by itself. */
export const againAfterFailure = ({ error }: { error: Error | null }): number | false =>
  error !== null && mayPass(error) && AGAIN_EVERY_MS
