import type { KeyFault } from './account-failure.ts'

const FIRST_REST_SECONDS: Readonly<Record<KeyFault, number>> = { limited: 5, refused: 60 }
const LONGEST_REST_SECONDS: Readonly<Record<KeyFault, number>> = { limited: 300, refused: 3_600 }
/** Daily quotas come back with the day. */
const LONGEST_ASKED_SECONDS = 86_400

/**
 * Returns how long a key rests, in seconds: as long as the upstream asked, and at least twice as long as the last time.
 *
 * @param failures in a row, including this one
 */
export function keyRestSeconds(fault: KeyFault, failures: number, retryAfterSeconds: number): number {
  const own = Math.min(LONGEST_REST_SECONDS[fault], FIRST_REST_SECONDS[fault] * 2 ** Math.min(failures - 1, 10))
  return Math.max(own, Math.min(Math.ceil(retryAfterSeconds), LONGEST_ASKED_SECONDS))
}
