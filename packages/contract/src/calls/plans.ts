import { z } from 'zod'
import { call } from '../call.ts'
import { PAYMENT_METHODS } from '../entities/order.ts'
import {
  newPlanFields,
  offer,
  plan,
  planFields,
  SUBSCRIPTION_ACTIONS,
  SUBSCRIPTION_STATUSES,
  subscription,
  upgradeQuote,
} from '../entities/plan.ts'
import { severalOf } from '../list-query.ts'
import { idParams, pageOf, pageQuery } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const id = z.coerce.number().int().positive()
const reason = z.string().trim().min(1).max(200)

export const plans = {
  list: call({
    method: 'GET',
    path: '/api/plan/',
    access: 'admin',
    right: { any: ['prices', 'users.balances', 'codes'] },
    summary: 'Plans in the order of the shop',
    query: pageQuery.extend({ keyword: z.string().max(200).default('') }),
    reply: pageOf(plan),
  }),
  create: call({
    method: 'POST',
    path: '/api/plan/',
    access: 'admin',
    right: 'prices',
    summary: 'Make a plan',
    body: newPlanFields,
    reply: plan,
  }),
  update: call({
    method: 'PUT',
    path: '/api/plan/{id}',
    access: 'admin',
    right: 'prices',
    summary: 'Change what is given of a plan; running subscriptions keep the terms they were bought under',
    params: idParams,
    body: planFields.partial(),
    reply: plan,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/plan/{id}',
    access: 'admin',
    right: 'prices',
    summary: 'Delete a plan; running subscriptions last until the end of their term',
    params: idParams,
    reply: z.null(),
  }),
}

export const subscriptions = {
  shop: call({
    method: 'GET',
    path: '/api/subscription/plans',
    access: 'user',
    summary: 'Plans that the caller can buy',
    reply: z.array(offer),
  }),
  own: call({
    method: 'GET',
    path: '/api/subscription/self',
    access: 'user',
    summary: 'The caller’s subscriptions, with what is left in each window',
    reply: z.array(subscription),
  }),
  buy: call({
    method: 'POST',
    path: '/api/subscription/self',
    access: 'user',
    summary: 'Buy a plan with the wallet, or begin its trial',
    body: z.object({
      plan_id: id,
      trial: z.boolean().default(false),
      renews: z.boolean().default(false),
      /** What the buyer saw: another price is refused. */
      price: z.number().int().min(0).optional(),
    }),
    reply: subscription,
  }),
  order: call({
    method: 'POST',
    path: '/api/subscription/self/order',
    access: 'user',
    summary:
      'Order a plan under its present terms by online payment, which begins it, also in place of a running one: the address the browser goes to, and the fields of a form that it posts there, if any',
    rateLimit: RATE_LIMITS.order,
    body: z.object({
      plan_id: id,
      payment_method: z.enum(PAYMENT_METHODS),
      renews: z.boolean().default(false),
      /** Whether the provider charges the card for each next term. */
      by_card: z.boolean().default(false),
      /** The running subscription that it takes the place of, for what its rest leaves to pay. */
      upgrades: id.optional(),
      /** The moment of that quote; absent or expired: now. */
      at: z.number().int().min(0).optional(),
      /** What the buyer saw: another price is refused. */
      money_cents: z.number().int().min(0).optional(),
      currency: z.string().max(10).optional(),
    }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  }),
  upgradeQuote: call({
    method: 'GET',
    path: '/api/subscription/self/{id}/upgrade',
    access: 'user',
    summary: 'What moving from a running plan to another costs, with the unused part of what was paid subtracted',
    params: idParams,
    query: z.object({ plan_id: id }),
    reply: upgradeQuote,
  }),
  upgrade: call({
    method: 'POST',
    path: '/api/subscription/self/{id}/upgrade',
    access: 'user',
    summary: 'Move from a running plan to another with the wallet; the old one ends',
    params: idParams,
    body: z.object({
      plan_id: id,
      /** What the buyer saw: a higher price is refused. */
      due: z.number().int().min(0),
      /** The quote's moment; absent or expired: now. */
      at: z.number().int().min(0).optional(),
    }),
    reply: subscription,
  }),
  change: call({
    method: 'PUT',
    path: '/api/subscription/self/{id}',
    access: 'user',
    summary:
      'Turn renewal on or off, or choose when calls draw from it: lower positions first, 0 for those by the end of their term',
    params: idParams,
    body: z.object({
      renews: z.boolean().optional(),
      position: z.number().int().min(-1_000).max(1_000).optional(),
    }),
    reply: subscription,
  }),
  end: call({
    method: 'DELETE',
    path: '/api/subscription/self/{id}',
    access: 'user',
    summary: 'End a subscription at once; nothing is paid back',
    params: idParams,
    reply: z.null(),
  }),
  list: call({
    method: 'GET',
    path: '/api/subscription/',
    access: 'admin',
    right: 'users.see',
    summary: 'Subscriptions of all users, newest first',
    query: pageQuery.extend({
      plan_id: z.coerce.number().int().min(0).default(0),
      keyword: z.string().max(200).default(''),
      status: severalOf(SUBSCRIPTION_STATUSES),
    }),
    reply: pageOf(subscription),
  }),
  give: call({
    method: 'POST',
    path: '/api/subscription/',
    access: 'admin',
    right: 'users.balances',
    summary: 'Give a user a plan for one period',
    body: z.object({ plan_id: id, user_id: id, reason }),
    reply: subscription,
  }),
  manage: call({
    method: 'POST',
    path: '/api/subscription/{id}/manage',
    access: 'admin',
    right: 'users.balances',
    summary: 'Pause, resume, reset or end a subscription',
    params: idParams,
    body: z.object({ action: z.enum(SUBSCRIPTION_ACTIONS), reason }),
    reply: subscription,
  }),
}
