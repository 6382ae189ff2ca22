import { callWeightOf, type PlanBeyond, readCallWeights, splitList } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/storage/db.ts'
import { FIVE_HOURS, needsFiveHours, type RunningWindow, windowsAt } from '../ledger/index.ts'
import { isRenewedByCard } from './cards.ts'
import { drawnBy, type SubscriptionRow, usedIn } from './store.ts'

/** A window, and its use by committed calls. */
export interface WindowStanding extends RunningWindow {
  used: number
}

/** A subscription that may pay for its user's calls. */
export interface HeldSubscription {
  id: number
  name: string
  beyond: PlanBeyond
  /** Whether its windows count calls instead of quota. */
  countsCalls: boolean
  holdsFor(model: string, group: string): boolean
  /** What its windows count for a call of a model with these names, in thousandths of a call; 0: the quota. */
  callWeight(names: readonly string[]): number
  isOver(now: number): boolean
  /** Returns the windows of a call that begins now. The first call of a five-hour window begins it. */
  windows(now: number): Promise<readonly RunningWindow[]>
  standing(now: number): Promise<WindowStanding[]>
}

/**
 * Returns the active subscriptions of a user in the order in which calls draw from them; those of a team for one of its
 * members, who needs a seat where there are some.
 */
export async function heldSubscriptions(db: Db, userId: number, memberId = 0): Promise<HeldSubscription[]> {
  const rows = await drawnBy(db, userId, memberId)
  return rows.sort(byUse).map(row => held(db, row))
}

/** Sorts by the user's order, then by the end of the term. */
function byUse(one: SubscriptionRow, other: SubscriptionRow): number {
  const last = Number.MAX_SAFE_INTEGER
  const by = ({ position, term_end }: SubscriptionRow) => [position || last, term_end || last] as const
  const [[position, end], [otherPosition, otherEnd]] = [by(one), by(other)]
  return position - otherPosition || end - otherEnd || one.id - other.id
}

/** Providers charge a card some time after a term's end; until then, unless that failed, the plan goes on. */
const CARD_GRACE_SECONDS = 2 * 86_400
const isAwaitingCard = (row: SubscriptionRow) => isRenewedByCard(row) && row.card_failed === 0

function held(db: Db, row: SubscriptionRow): HeldSubscription {
  const countsCalls = row.unit === 'calls'
  const weights = readCallWeights(row.weights) ?? []
  const [models, groups] = [new Set(splitList(row.models)), new Set(splitList(row.groups))]
  return {
    id: row.id,
    name: row.name,
    beyond: row.beyond,
    countsCalls,
    callWeight: names => (countsCalls ? callWeightOf(weights, names) : 0),
    holdsFor: (model, group) => (models.size === 0 || models.has(model)) && (groups.size === 0 || groups.has(group)),
    isOver: now => row.term_end !== 0 && now >= row.term_end + (isAwaitingCard(row) ? CARD_GRACE_SECONDS : 0),
    async windows(now) {
      if (needsFiveHours(row, now)) Object.assign(row, await beginFiveHours(db, row.id, now))
      return windowsAt(row, now)
    },
    async standing(now) {
      const windows = windowsAt(row, now)
      const used = await usedIn(
        db,
        windows.map(({ id }) => id),
      )
      return windows.map(window => ({ ...window, used: used.get(window.id) ?? 0 }))
    },
  }
}

/** Begins a five-hour window unless another node has. Returns the running one. */
async function beginFiveHours(db: Db, id: number, now: number) {
  await sql`update subscriptions set five_start = ${now}, five_number = five_number + 1
    where id = ${id} and five_start <= ${now - FIVE_HOURS}`.execute(db)
  return db
    .selectFrom('subscriptions')
    .select(['five_start', 'five_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
