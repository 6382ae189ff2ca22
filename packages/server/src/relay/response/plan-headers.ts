import { CALL, type PlanWindow } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { Ledger } from '../../money/ledger/index.ts'
import type { HeldSubscription, WindowStanding } from '../../money/plans/held-subscription.ts'
import { knownStanding } from '../../money/plans/known-standing.ts'

/** The windows' short names in headers. */
const NAMES: Readonly<Record<PlanWindow, string>> = {
  five_hours: '5h',
  day: '1d',
  week: '7d',
  month: 'month',
  total: 'total',
}
/** From this used share on, clients are warned that a window is running low. */
const LOW = 0.9

/** Adds headers that clients know, with what is left in each window of the paying plan. A failure here is only logged. */
export async function addPlanHeaders(
  paidBy: HeldSubscription,
  { headers }: Response,
  { ledger, log, now, requestId }: { ledger: Pick<Ledger, 'charged'>; log: Logger; now(): number; requestId: string },
): Promise<void> {
  try {
    const windows = await knownStanding(paidBy, now(), ledger)
    const all = { ...ratelimitHeaders(windows, now(), paidBy.countsCalls ? CALL : 1), ...unifiedHeaders(windows) }
    for (const [name, value] of Object.entries(all)) headers.set(name, value)
  } catch (error) {
    log.warn({ err: error, requestId, subscriptionId: paidBy.id }, 'what a plan has left could not be read')
  }
}

/** OpenAI's header names, in quota or whole calls: the limit, the rest, and the time until the reset. */
function ratelimitHeaders(windows: readonly WindowStanding[], now: number, unit: number): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { window, limit, used, endsAt } of windows) {
    const name = NAMES[window]
    headers[`x-ratelimit-limit-${name}`] = String(Math.floor(limit / unit))
    headers[`x-ratelimit-remaining-${name}`] = String(Math.floor(Math.max(0, limit - used) / unit))
    if (endsAt > 0) headers[`x-ratelimit-reset-${name}`] = `${Math.max(0, endsAt - now)}s`
  }
  return headers
}

/** Anthropic's header names for plans: the used share and the end of each window, and the tightest window. */
function unifiedHeaders(windows: readonly WindowStanding[]): Record<string, string> {
  const headers: Record<string, string> = {}
  let tightest: { share: number; name: string; endsAt: number } | null = null
  for (const { window, limit, used, endsAt } of windows) {
    const [name, share] = [NAMES[window], used / limit]
    headers[`anthropic-ratelimit-unified-${name}-status`] = statusOf(share)
    headers[`anthropic-ratelimit-unified-${name}-utilization`] = String(Math.round(share * 100) / 100)
    if (endsAt > 0) headers[`anthropic-ratelimit-unified-${name}-reset`] = String(endsAt)
    if (!tightest || share > tightest.share) tightest = { share, name: CLAIMS[window], endsAt }
  }
  if (!tightest) return headers
  headers['anthropic-ratelimit-unified-status'] = statusOf(tightest.share)
  headers['anthropic-ratelimit-unified-representative-claim'] = tightest.name
  if (tightest.endsAt > 0) headers['anthropic-ratelimit-unified-reset'] = String(tightest.endsAt)
  return headers
}

const CLAIMS: Readonly<Record<PlanWindow, string>> = {
  five_hours: 'five_hour',
  day: 'one_day',
  week: 'seven_day',
  month: 'month',
  total: 'total',
}

const statusOf = (share: number) => (share >= 1 ? 'rejected' : share >= LOW ? 'allowed_warning' : 'allowed')
