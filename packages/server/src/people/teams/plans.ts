import { calls, isTeamRole, type TeamPlan } from '@tollgate/contract'
import { ownAddress } from '../../money/payment/own-address.ts'
import { orderPlan } from '../../money/payment/plans/order-plan.ts'
import { quoteUpgrade } from '../../money/payment/plans/quote-upgrade.ts'
import { toOffer } from '../../money/payment/plans/to-offer.ts'
import { buyPlan } from '../../money/plans/buy.ts'
import { changeOwn, endOwn, type Own, withOwn } from '../../money/plans/own.ts'
import { isInTeam, leaveSeat, seatedIn, takeSeat } from '../../money/plans/seats.ts'
import { plansForSale, type SubscriptionRow, subscriptionsOf } from '../../money/plans/store.ts'
import { toSubscriptions } from '../../money/plans/to-subscription.ts'
import { type Upgrading, upgradePlan } from '../../money/plans/upgrade.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { readTeam } from './create.ts'
import { type InTeam, requireGiver, requireMember, serveTeam } from './serve-team.ts'

async function toTeamPlans({ db, now }: PeopleContext, rows: readonly SubscriptionRow[]): Promise<TeamPlan[]> {
  const shown = await toSubscriptions(db, rows, now())
  return Promise.all(
    rows.map(async (row, at) => ({
      ...(shown[at] as TeamPlan),
      seats_open: row.seats_open === 1,
      seated: row.seats === null || row.status === 'ended' ? [] : await seatedIn(db, row),
    })),
  )
}

async function toTeamPlan(app: PeopleContext, row: SubscriptionRow): Promise<TeamPlan> {
  const [shown] = await toTeamPlans(app, [row])
  if (!shown) throw new Error('one row gives one plan')
  return shown
}

/** Lets only those act who may spend for the team. */
const asSpender = ({ teamId, member }: InTeam, db: Db) =>
  requireGiver(db, { teamId, userId: member.user_id }, 'team_spending_limited')

const ownOf = (place: InTeam, id: number): Own => ({
  userId: place.teamId,
  id,
  check: db => asSpender(place, db),
})

const nameOf = ({ teamId }: InTeam) => `team@${teamId}`

const upgradingOf = (place: InTeam, { username }: { username: string }, id: number): Upgrading => ({
  ...ownOf(place, id),
  username: nameOf(place),
  member: { name: username },
})

/** Lets members act on their own seat, and on those of others only who may spend for the team. */
const seatOf = (place: InTeam, id: number, userId: number, isTaken: boolean): Own => ({
  userId: place.teamId,
  id,
  async check(db, row) {
    await requireMember(db, { teamId: place.teamId, userId: place.member.user_id, least: 'member' })
    const isOwn = userId === place.member.user_id
    if (isOwn && (!isTaken || row.seats_open === 1)) return
    if (isOwn && !isTeamRole(place.member.role, 'admin')) throw consoleError('plan_seats_assigned', { plan: row.name })
    await asSpender(place, db)
  },
})

export const teamPlanEndpoints = [
  serveTeam(calls.teamPlans.list, async (_, { app, teamId }) =>
    toTeamPlans(app, await subscriptionsOf(app.db, teamId)),
  ),

  serveTeam(calls.teamPlans.shop, async (_, { app, caller }) =>
    (await plansForSale(app.db))
      .filter(({ price }) => price > 0)
      .map(plan => toOffer(app.options, caller, plan, false)),
  ),

  serveTeam(calls.teamPlans.buy, async ({ body }, { app, caller, ...place }) => {
    const buyer = {
      ...{ id: place.teamId, username: nameOf(place) },
      member: { name: caller.username, mayBuy: (db: Db) => asSpender(place, db) },
    }
    return toTeamPlan(app, await buyPlan(app, buyer, { ...body, trial: false }))
  }),

  serveTeam(calls.teamPlans.order, async ({ body }, { app, caller, request, ...place }) => {
    await asSpender(place, app.db)
    const { id, name } = await readTeam(app.db, caller.id, place.teamId)
    const { url, fields } = await orderPlan(app, caller, body, ownAddress(app.options, request, caller), { id, name })
    return { url, fields }
  }),

  serveTeam(calls.teamPlans.upgradeQuote, async ({ params, query }, { app, caller, ...place }) => {
    await asSpender(place, app.db)
    const own = { userId: place.teamId, id: params.subscription_id, isForTeam: true }
    return quoteUpgrade(app, caller, own, query.plan_id)
  }),

  serveTeam(calls.teamPlans.upgrade, async ({ params, body }, { app, caller, ...place }) =>
    toTeamPlan(app, await upgradePlan(app, upgradingOf(place, caller, params.subscription_id), body)),
  ),

  serveTeam(calls.teamPlans.change, async ({ params, body }, { app, ...place }) =>
    toTeamPlan(app, await changeOwn(app, ownOf(place, params.subscription_id), body)),
  ),

  serveTeam(calls.teamPlans.end, async ({ params }, { app, ...place }) => {
    await endOwn(app, ownOf(place, params.subscription_id))
    return null
  }),

  serveTeam(calls.teamPlans.seat, async ({ params: { subscription_id, user_id } }, { app, ...place }) => {
    const row = await withOwn(app, seatOf(place, subscription_id, user_id, true), async (db, row) => {
      if (user_id !== place.member.user_id) await requireOther(db, place, user_id)
      await takeSeat(db, row, user_id, app.now())
      return row
    })
    return toTeamPlan(app, row)
  }),

  serveTeam(calls.teamPlans.unseat, async ({ params: { subscription_id, user_id } }, { app, ...place }) => {
    const row = await withOwn(app, seatOf(place, subscription_id, user_id, false), async (db, row) => {
      await leaveSeat(db, row, user_id)
      return row
    })
    return toTeamPlan(app, row)
  }),
]

async function requireOther(db: Db, { teamId }: InTeam, userId: number): Promise<void> {
  if (!(await isInTeam(db, teamId, userId))) throw consoleError('team_member_not_found')
}
