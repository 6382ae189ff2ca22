import type { PlanWindow } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { HeldSubscription, WindowStanding } from '../../money/plans/held-subscription.ts'

/** The windows' short names in headers. */
const NAMES: Readonly<Record<PlanWindow, string>> = {
  five_hours: '5h',
  day: '1d',
  week: '7d',
  month: 'month',
  total: 'total',
}
/** From this share of a window on, clients are told that it runs low. */
const LOW = 0.9

/** Adds what is left in each window of the plan that pays, in headers that clients know. Without them the answer is as good. */
export async function addPlanHeaders(
  paidBy: HeldSubscription,
  { headers }: Response,
  { log, now, requestId }: { log: Logger; now(): number; requestId: string },
): Promise<void> {
  try {
    const windows = await paidBy.standing(now())
    const all = { ...ratelimitHeaders(windows, now()), ...unifiedHeaders(windows) }
    for (const [name, value] of Object.entries(all)) headers.set(name, value)
  } catch (error) {
    log.warn({ err: error, requestId, subscriptionId: paidBy.id }, 'what a plan has left could not be read')
  }
}

/** As OpenAI names them, by quota: limit, rest, and how long until it is whole again. */
function ratelimitHeaders(windows: readonly WindowStanding[], now: number): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { window, limit, used, endsAt } of windows) {
    const name = NAMES[window]
    headers[`x-ratelimit-limit-${name}`] = String(limit)
    headers[`x-ratelimit-remaining-${name}`] = String(Math.max(0, limit - used))
    if (endsAt > 0) headers[`x-ratelimit-reset-${name}`] = `${Math.max(0, endsAt - now)}s`
  }
  return headers
}

/** As Anthropic names them for plans: the used share and the end of each window, and which of them is the tightest. */
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
