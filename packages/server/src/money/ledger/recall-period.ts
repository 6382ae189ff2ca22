import { QUOTA_PERIODS } from '@tollgate/contract'
import type { AccountKind } from './book.ts'
import { type PeriodLimit, periodAccountId } from './periods.ts'

interface Means {
  ledger: { recall(kind: AccountKind, id: number): Promise<void> }
  /** Unix seconds. */
  now(): number
}

/**
 * Makes all nodes return the part of the running period that no running call holds, for every kind of period, before a limit
 * is changed. Does nothing if nothing changes.
 */
export async function recallPeriod(
  { ledger, now }: Means,
  owner: PeriodLimit['owner'],
  ownerId: number,
  change: { quota_period?: string | undefined; period_quota?: number | undefined },
): Promise<void> {
  if (change.quota_period === undefined && change.period_quota === undefined) return
  for (const period of QUOTA_PERIODS) await ledger.recall('period', periodAccountId({ owner, ownerId, period }, now()))
}
