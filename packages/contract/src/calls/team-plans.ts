import { z } from 'zod'
import { call } from '../call.ts'
import { offer, teamPlan } from '../entities/plan.ts'
import { idParams } from '../reply.ts'
import { subscriptions } from './plans.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const id = z.coerce.number().int().positive()
const planParams = idParams.extend({ subscription_id: id })
const seatParams = planParams.extend({ user_id: id })

/** Who spends for the team is its owner, or an administrator without a budget of their own. */
export const teamPlans = {
  list: call({
    method: 'GET',
    path: '/api/team/{id}/plans',
    access: 'user',
    team: 'member',
    summary: 'The plans of a team, with what is left in each window and who has a seat',
    params: idParams,
    reply: z.array(teamPlan),
  }),
  shop: call({
    method: 'GET',
    path: '/api/team/{id}/plans/shop',
    access: 'user',
    team: 'admin',
    summary: 'Plans that a team can buy',
    params: idParams,
    reply: z.array(offer),
  }),
  buy: call({
    method: 'POST',
    path: '/api/team/{id}/plans',
    access: 'user',
    team: 'admin',
    summary: 'Buy a plan with the team’s wallet',
    params: idParams,
    body: subscriptions.buy.body.omit({ trial: true }),
    reply: teamPlan,
  }),
  order: call({
    method: 'POST',
    path: '/api/team/{id}/plans/order',
    access: 'user',
    team: 'admin',
    summary: 'Order a plan for a team by online payment; the answer is that of an order for oneself',
    rateLimit: RATE_LIMITS.order,
    params: idParams,
    body: subscriptions.order.body,
    reply: subscriptions.order.reply,
  }),
  upgradeQuote: call({
    method: 'GET',
    path: '/api/team/{id}/plans/{subscription_id}/upgrade',
    access: 'user',
    team: 'admin',
    summary: 'What moving a team from a running plan to another costs',
    params: planParams,
    query: subscriptions.upgradeQuote.query,
    reply: subscriptions.upgradeQuote.reply,
  }),
  upgrade: call({
    method: 'POST',
    path: '/api/team/{id}/plans/{subscription_id}/upgrade',
    access: 'user',
    team: 'admin',
    summary: 'Move a team from a running plan to another with its wallet; seats are kept as far as there are some',
    params: planParams,
    body: subscriptions.upgrade.body,
    reply: teamPlan,
  }),
  change: call({
    method: 'PUT',
    path: '/api/team/{id}/plans/{subscription_id}',
    access: 'user',
    team: 'admin',
    summary:
      'Turn renewal with the team’s wallet on or off, choose when calls draw from it, or whether members take seats',
    params: planParams,
    body: subscriptions.change.body.extend({ seats_open: z.boolean().optional() }),
    reply: teamPlan,
  }),
  end: call({
    method: 'DELETE',
    path: '/api/team/{id}/plans/{subscription_id}',
    access: 'user',
    team: 'admin',
    summary: 'End a team’s plan at once; nothing is paid back',
    params: planParams,
    reply: z.null(),
  }),
  seat: call({
    method: 'PUT',
    path: '/api/team/{id}/plans/{subscription_id}/seats/{user_id}',
    access: 'user',
    team: 'member',
    summary: 'Take a free seat of a plan, or, as who spends for the team, give it to a member',
    params: seatParams,
    reply: teamPlan,
  }),
  unseat: call({
    method: 'DELETE',
    path: '/api/team/{id}/plans/{subscription_id}/seats/{user_id}',
    access: 'user',
    team: 'member',
    summary: 'Give one’s seat up, or, as who spends for the team, take a member’s away',
    params: seatParams,
    reply: teamPlan,
  }),
}
