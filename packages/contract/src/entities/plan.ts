import { z } from 'zod'
import { QUOTA_MAX } from '../constants.ts'
import { readCallWeights } from './call-weights.ts'
import { PAYMENT_METHODS } from './order.ts'
import { TEAM_MEMBERS_MAX } from './team.ts'

/** The windows that limit a plan, shortest first. Window ids store this order: only add at the end. */
export const PLAN_WINDOWS = ['five_hours', 'day', 'week', 'month', 'total'] as const
export type PlanWindow = (typeof PLAN_WINDOWS)[number]

/** What the windows of a plan count. */
export const PLAN_UNITS = ['quota', 'calls'] as const
export type PlanUnit = (typeof PLAN_UNITS)[number]

/** How often a plan is paid for. */
export const PLAN_PERIODS = ['once', 'month', 'year'] as const
export type PlanPeriod = (typeof PLAN_PERIODS)[number]

/** What happens to a call if no window has room. */
export const PLAN_BEYOND = ['wallet', 'stop'] as const
export type PlanBeyond = (typeof PLAN_BEYOND)[number]

export const SUBSCRIPTION_SOURCES = ['bought', 'trial', 'given', 'code', 'registration'] as const
export type SubscriptionSource = (typeof SUBSCRIPTION_SOURCES)[number]

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'ended'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** What an administrator may do with a subscription. */
export const SUBSCRIPTION_ACTIONS = ['pause', 'resume', 'reset', 'end'] as const
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number]

/** Why a subscription ended; the words are the console's. */
export const SUBSCRIPTION_ENDS = [
  'over',
  'unpaid',
  'plan_deleted',
  'by_user',
  'by_admin',
  'paid_back',
  'upgraded',
  'team_dissolved',
] as const
export type SubscriptionEnd = (typeof SUBSCRIPTION_ENDS)[number]

/** How many subscriptions of a user may run concurrently. */
export const MOST_SUBSCRIPTIONS = 10
export const PLAN_NAME_MAX_LENGTH = 50

const allowance = z.number().int().min(1).max(QUOTA_MAX).nullable()
const list = z.string().trim().max(4_000)

/** The allowance of each window, in quota or thousandths of a call; null: the plan has no such window. */
const planWindows = z.object({
  five_hours: allowance,
  day: allowance,
  week: allowance,
  month: allowance,
  total: allowance,
})
export type PlanAllowances = z.output<typeof planWindows>

/** The terms of a plan that a subscription keeps. */
const terms = planWindows.extend({
  name: z.string().trim().min(1).max(PLAN_NAME_MAX_LENGTH),
  /** In quota, for each period. */
  price: z.number().int().min(0).max(QUOTA_MAX),
  period: z.enum(PLAN_PERIODS),
  /** Comma-separated; empty: every model. */
  models: list,
  /** Comma-separated; empty: every group. */
  groups: list,
  beyond: z.enum(PLAN_BEYOND),
  unit: z.enum(PLAN_UNITS),
  /** What a call counts, if the windows count calls: `gpt-5=5,*-mini=0.2`; others count 1. */
  weights: list.refine(text => readCallWeights(text) !== null, { message: 'not_call_weights' }),
  /** How many members of a team may draw from it; null: all. */
  seats: z.number().int().min(1).max(TEAM_MEMBERS_MAX).nullable(),
})

export const planFields = terms.extend({
  description: z.string().trim().max(500),
  /** 0: there is no trial. */
  trial_days: z.number().int().min(0).max(366),
  /** How many can be sold; null: any number. */
  stock: z.number().int().min(0).max(1_000_000_000).nullable(),
  /** Plans with a lower number come first in the shop. */
  position: z.number().int().min(-1_000_000).max(1_000_000),
  enabled: z.boolean(),
  /** Whether every new user gets it. */
  for_new_users: z.boolean(),
})

const { shape } = planFields

export const newPlanFields = planFields.extend({
  five_hours: shape.five_hours.default(null),
  day: shape.day.default(null),
  week: shape.week.default(null),
  month: shape.month.default(null),
  total: shape.total.default(null),
  models: shape.models.default(''),
  groups: shape.groups.default(''),
  beyond: shape.beyond.default('wallet'),
  unit: shape.unit.default('quota'),
  weights: shape.weights.default(''),
  seats: shape.seats.default(null),
  description: shape.description.default(''),
  trial_days: shape.trial_days.default(0),
  stock: shape.stock.default(null),
  position: shape.position.default(0),
  enabled: shape.enabled.default(true),
  for_new_users: shape.for_new_users.default(false),
})

export const plan = planFields.extend({
  id: z.number().int(),
  /** How many were sold. */
  sold: z.number().int(),
  /** How many of its subscriptions are running. */
  running: z.number().int(),
  created_at: z.number().int(),
})
export type Plan = z.output<typeof plan>

/** A plan as the shop shows it. */
export const offer = terms.extend({
  id: z.number().int(),
  description: z.string(),
  /** Days of the trial available to the caller; 0: none. */
  trial_days: z.number().int(),
  /** How many are left; null: any number. */
  left: z.number().int().nullable(),
  /** What it costs by each way to pay beside the balance, in cents of the currency; its code as in orders. */
  payments: z.array(
    z.object({
      method: z.enum(PAYMENT_METHODS),
      money_cents: z.number().int(),
      currency: z.string(),
      /** Whether the provider can charge the card for each next term. */
      by_card: z.boolean(),
    }),
  ),
})
export type Offer = z.output<typeof offer>

/** The current state of a subscription's window. Times are unix seconds. */
export const subscriptionWindow = z.object({
  window: z.enum(PLAN_WINDOWS),
  limit: z.number().int(),
  used: z.number().int(),
  /** When the full allowance is available again; 0: never, or the window has not begun. */
  resets_at: z.number().int(),
})
export type SubscriptionWindow = z.output<typeof subscriptionWindow>

export const subscription = terms.extend({
  id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  plan_id: z.number().int(),
  source: z.enum(SUBSCRIPTION_SOURCES),
  status: z.enum(SUBSCRIPTION_STATUSES),
  end_reason: z.string(),
  is_trial: z.boolean(),
  renews: z.boolean(),
  /** Whether a card pays for renewals, not the balance; and whether its last charge failed. */
  by_card: z.boolean(),
  card_failed: z.boolean(),
  position: z.number().int(),
  started_at: z.number().int(),
  term_start: z.number().int(),
  /** 0: it does not end. */
  term_end: z.number().int(),
  /** In quota. */
  used: z.number().int(),
  paid: z.number().int(),
  ended_at: z.number().int(),
  windows: z.array(subscriptionWindow),
})
export type Subscription = z.output<typeof subscription>

/** What moving to another plan costs at a moment. In quota; times are unix seconds. */
export const upgradeQuote = z.object({
  plan_id: z.number().int(),
  price: z.number().int(),
  /** The unused part of what was paid for the running term. */
  unused: z.number().int(),
  /** What is left to pay. */
  due: z.number().int(),
  /** The moment up to which time counts as used, which a purchase may repeat until `expires_at`. */
  at: z.number().int(),
  expires_at: z.number().int(),
  /** What is left to pay by each online way. */
  payments: offer.shape.payments,
})
export type UpgradeQuote = z.output<typeof upgradeQuote>

/** A team's plan as one of its members sees it. */
export const teamPlan = subscription.extend({
  /** Whether members may take free seats themselves. */
  seats_open: z.boolean(),
  /** Who has a seat; empty if all members may draw from it. */
  seated: z.array(z.object({ user_id: z.number().int(), username: z.string() })),
})
export type TeamPlan = z.output<typeof teamPlan>
