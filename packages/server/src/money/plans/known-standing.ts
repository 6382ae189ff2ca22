import type { Ledger } from '../ledger/index.ts'
import type { HeldSubscription, WindowStanding } from './held-subscription.ts'

/** A window, its use as read, and what this node had charged to it by then. */
interface Read extends WindowStanding {
  charged: number
}

interface Known {
  reading: Promise<Read[]>
  /** On the monotonic clock. */
  until: number
}

/** Charges of other nodes and refunds show after this time at the latest. */
const KEPT_MS = 5_000
/** A changed subscription is a new object, whose windows are read anew. */
const known = new WeakMap<HeldSubscription, Known>()

/** Returns a subscription's windows as read some seconds ago, with what this node has charged to them since. */
export async function knownStanding(
  plan: HeldSubscription,
  now: number,
  ledger: Pick<Ledger, 'charged'>,
): Promise<WindowStanding[]> {
  const before = known.get(plan)
  let windows = await (before && performance.now() < before.until ? before.reading : read(plan, now, ledger))
  if (windows.some(({ endsAt }) => endsAt > 0 && now >= endsAt)) windows = await read(plan, now, ledger)
  return windows.map(({ charged, used, ...window }) => ({
    ...window,
    used: used + Math.max(0, ledger.charged('period', window.id) - charged),
  }))
}

function read(plan: HeldSubscription, now: number, ledger: Pick<Ledger, 'charged'>): Promise<Read[]> {
  const reading = plan
    .standing(now)
    .then(windows => windows.map(window => ({ ...window, charged: ledger.charged('period', window.id) })))
  known.set(plan, { reading, until: performance.now() + KEPT_MS })
  reading.catch(() => known.delete(plan))
  return reading
}
