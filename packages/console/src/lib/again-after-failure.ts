import { CallError } from './call.ts'

const AGAIN_EVERY_MS = 5_000

/** Whether a failure may be temporary: the gateway was unreachable or is not working. */
export const mayPass = (error: Error): boolean =>
  error instanceof CallError && (error.code === 'network' || error.status >= 502)

/**
 * Failed queries recover by themselves after an outage. Returns when to retry, in milliseconds; false: not
 * automatically.
 */
export const againAfterFailure = ({ error }: { error: Error | null }): number | false =>
  error !== null && mayPass(error) && AGAIN_EVERY_MS
