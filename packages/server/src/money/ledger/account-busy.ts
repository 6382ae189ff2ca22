import type { Logger } from 'pino'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'

type Reason = 'another node' | 'a lock'

/**
 * The database is reachable, but an account is not: a silent node has leased the rest, or another session has locked its row.
 */
export class AccountBusy extends DatabaseUnavailable {
  override name = 'AccountBusy'
  constructor(readonly reason: Reason) {
    super(SENTENCES[reason])
  }
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  'another node':
    'another node has leased the rest of an account and does not return it; if it stays silent, it will be given up',
  'a lock': 'another session of the database has the row of an account locked',
}

/** Whether PostgreSQL's `lock_timeout` has passed, so that nothing was committed. */
export const isLocked = (error: unknown): boolean => (error as { code?: string } | null)?.code === '55P03'

/** Returns an error as AccountBusy; null if it says nothing about an account. */
export function asAccountBusy(error: unknown): AccountBusy | null {
  if (error instanceof AccountBusy) return error
  return isLocked(error) ? new AccountBusy('a lock') : null
}

const SILENCE_MS = 60_000

/** Logs that a user's account is busy: once for all calls that notice within a minute of one another. */
export function busyNotices(log: Pick<Logger, 'warn'>): (userId: number, error: unknown) => void {
  const lastSeen = new Map<number, number>()
  return (userId, error) => {
    if (!(error instanceof AccountBusy)) return
    const now = performance.now()
    const isNew = now - (lastSeen.get(userId) ?? Number.NEGATIVE_INFINITY) > SILENCE_MS
    if (isNew) for (const [id, seenAt] of lastSeen) if (now - seenAt > SILENCE_MS) lastSeen.delete(id)
    lastSeen.set(userId, now)
    if (isNew) log.warn({ userId }, `calls are refused for now: ${error.message}`)
  }
}
