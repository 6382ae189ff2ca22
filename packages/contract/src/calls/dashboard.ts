import { z } from 'zod'
import { call } from '../call.ts'
import { days, flow, hourly, latency, shares, unusual, usage, wallet } from '../entities/usage.ts'
import { severalIds, severalNames } from '../list-query.ts'
import { scopeQuery } from './logs.ts'

export const TIME_UNITS = ['hour', 'day', 'week'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

const DAY_SECONDS = 86_400
/** The longest range of a dashboard, in days, by its unit of time. */
export const LONGEST_DAYS: Record<TimeUnit, number> = { hour: 31, day: 92, week: 92 }

const range = z.object({
  /** Unix seconds; the range is extended to whole quarters of an hour. */
  start_timestamp: z.coerce.number().int().min(0),
  end_timestamp: z.coerce.number().int().min(0),
})
/** Filters take several values, separated by commas. */
const ownQuery = range.extend({
  unit: z.enum(TIME_UNITS).default('hour'),
  /** An IANA time zone name, which decides where days and weeks begin; an unknown one counts as UTC. */
  time_zone: z.string().max(64).default('UTC'),
  model_name: severalNames(255),
  /** In which calls were charged. */
  group: severalNames(64),
  token_id: z.coerce.number().int().min(0).default(0),
})
const adminQuery = ownQuery.extend({
  username: severalNames(254),
  channel: severalIds(),
})
/** Figures with a fixed time range. */
const ownFilters = ownQuery.pick({ time_zone: true, model_name: true, group: true, token_id: true })
const adminFilters = adminQuery.pick({
  time_zone: true,
  model_name: true,
  group: true,
  token_id: true,
  username: true,
  channel: true,
})
const scoped = ownQuery.extend(scopeQuery)
const isInReach = (query: z.output<typeof ownQuery>) =>
  query.end_timestamp - query.start_timestamp <= LONGEST_DAYS[query.unit] * DAY_SECONDS
const tooLong = { message: 'range_too_long', path: ['start_timestamp'] }

const SUBJECTS = ['user', 'token', 'channel'] as const
/** Of a team's usage, by whose token it was, and for which project. */
const SCOPED_SUBJECTS = ['token', 'member', 'project'] as const
export type UsageSubject = (typeof SUBJECTS | typeof SCOPED_SUBJECTS)[number]
export type ScopedSubject = (typeof SCOPED_SUBJECTS)[number]

export const dashboard = {
  usage: call({
    method: 'GET',
    path: '/api/dashboard/',
    access: 'admin',
    right: 'logs',
    summary: 'Everybody’s quota, requests and tokens by model and time, and why calls failed',
    query: adminQuery.refine(isInReach, tooLong),
    reply: usage,
  }),
  usageSelf: call({
    method: 'GET',
    path: '/api/dashboard/self',
    access: 'user',
    summary: 'The same of the caller’s own calls, or a team’s',
    query: scoped.refine(isInReach, tooLong),
    reply: usage,
  }),
  shares: call({
    method: 'GET',
    path: '/api/dashboard/shares',
    access: 'admin',
    right: 'logs',
    summary: 'Usage by user, token or channel',
    query: adminQuery.extend({ by: z.enum(SUBJECTS) }).refine(isInReach, tooLong),
    reply: shares,
  }),
  sharesSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/shares',
    access: 'user',
    summary: 'The caller’s own usage by token, or a team’s by token, member or project',
    query: scoped.extend({ by: z.enum(SCOPED_SUBJECTS).default('token') }).refine(isInReach, tooLong),
    reply: shares,
  }),
  flow: call({
    method: 'GET',
    path: '/api/dashboard/flow',
    access: 'admin',
    right: 'logs',
    summary: 'How charged calls flow from users by groups and models to channels',
    query: adminQuery.refine(isInReach, tooLong),
    reply: flow,
  }),
  flowSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/flow',
    access: 'user',
    summary: 'The caller’s own calls, or a team’s, from tokens by groups to models',
    query: scoped.refine(isInReach, tooLong),
    reply: flow,
  }),
  latency: call({
    method: 'GET',
    path: '/api/dashboard/latency',
    access: 'admin',
    right: 'logs',
    summary: 'Percentiles of how long calls took, and until their first token',
    query: adminQuery.refine(isInReach, tooLong),
    reply: latency,
  }),
  latencySelf: call({
    method: 'GET',
    path: '/api/dashboard/self/latency',
    access: 'user',
    summary: 'The same of the caller’s own calls, or a team’s',
    query: scoped.refine(isInReach, tooLong),
    reply: latency,
  }),
  days: call({
    method: 'GET',
    path: '/api/dashboard/days',
    access: 'admin',
    right: 'logs',
    summary: 'Everybody’s usage of today, and of as much of yesterday',
    query: adminFilters,
    reply: days,
  }),
  daysSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/days',
    access: 'user',
    summary: 'The same of the caller’s own calls, or a team’s',
    query: ownFilters.extend(scopeQuery),
    reply: days,
  }),
  wallet: call({
    method: 'GET',
    path: '/api/dashboard/wallet',
    access: 'admin',
    right: { all: ['logs', 'users.see'] },
    summary: 'The balance of users, or of all and of channels at their providers, and how long it lasts',
    query: z.object({ username: severalNames(254) }),
    reply: wallet,
  }),
  walletSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/wallet',
    access: 'user',
    summary: 'The caller’s own balance, or a team’s, and how long it lasts',
    query: z.object(scopeQuery),
    reply: wallet,
  }),
  unusual: call({
    method: 'GET',
    path: '/api/dashboard/unusual',
    access: 'admin',
    right: 'logs',
    summary: 'Hours that are far from the same hour of the days before',
    query: adminQuery.refine(isInReach, tooLong),
    reply: unusual,
  }),
  unusualSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/unusual',
    access: 'user',
    summary: 'The same of the caller’s own calls, or a team’s',
    query: scoped.refine(isInReach, tooLong),
    reply: unusual,
  }),
  hourly: call({
    method: 'GET',
    path: '/api/data/',
    access: 'admin',
    right: 'logs',
    summary: 'Charged calls by model and hour; with a user’s name, theirs',
    query: range.extend({ username: z.string().max(254).default('') }),
    reply: z.array(hourly),
  }),
  hourlySelf: call({
    method: 'GET',
    path: '/api/data/self',
    access: 'user',
    summary: 'The caller’s own charged calls, or a team’s, by model and hour, of a month at most',
    query: range
      .extend(scopeQuery)
      .refine(({ start_timestamp, end_timestamp }) => end_timestamp - start_timestamp <= 2_592_000, tooLong),
    reply: z.array(hourly),
  }),
}
