import { z } from 'zod'
import { call } from '../call.ts'

export const TIME_UNITS = ['hour', 'day', 'week'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

const DAY_SECONDS = 86_400
/** The longest range of a dashboard, in days, by what it is shown in. */
export const LONGEST_DAYS: Record<TimeUnit, number> = { hour: 31, day: 92, week: 92 }

const range = z.object({
  /** Unix seconds; the range grows to whole quarters of an hour. */
  start_timestamp: z.coerce.number().int().min(0),
  end_timestamp: z.coerce.number().int().min(0),
})
const ownQuery = range.extend({
  unit: z.enum(TIME_UNITS).default('hour'),
  /** A name of the IANA database, whose days and weeks count; one that is unknown counts as UTC. */
  time_zone: z.string().max(64).default('UTC'),
  model_name: z.string().max(255).default(''),
  token_id: z.coerce.number().int().min(0).default(0),
})
const adminQuery = ownQuery.extend({
  username: z.string().max(254).default(''),
  channel: z.coerce.number().int().min(0).default(0),
})
const isInReach = (query: z.output<typeof ownQuery>) =>
  query.end_timestamp - query.start_timestamp <= LONGEST_DAYS[query.unit] * DAY_SECONDS
const tooLong = { message: 'range_too_long', path: ['start_timestamp'] }

const sums = z.object({
  /** Charged calls. */
  requests: z.number().int(),
  /** Calls that failed; those that were broken off and charged are in both. */
  failed: z.number().int(),
  quota: z.number().int(),
  /** Of charged calls. */
  tokens: z.number().int(),
  prompt_tokens: z.number().int(),
  /** Of the prompt's, those that were read from the cache. */
  cache_tokens: z.number().int(),
})
export type UsageSums = z.output<typeof sums>

const usage = z.object({
  /** The range as it was summed up, and the time zone. Unix seconds, the end is not in it. */
  from: z.number().int(),
  to: z.number().int(),
  time_zone: z.string(),
  /** When each unit of time begins, in order; those without calls too. */
  times: z.array(z.number().int()),
  /** The models of charged calls, most quota first. What lies beyond the first fifty of every measure is summed up as an empty name. */
  models: z.array(z.string()),
  /** For a time and a model, by their places above: requests, quota, tokens. */
  series: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int(), z.number().int()])),
  totals: sums,
  /** Why calls failed, by error code, most first. */
  causes: z.array(z.object({ cause: z.string(), count: z.number().int() })),
  /** Requests and tokens of the last minute. */
  rpm: z.number().int(),
  tpm: z.number().int(),
})
export type Usage = z.output<typeof usage>

const share = sums.extend({ id: z.number().int(), name: z.string() })
export type UsageShare = z.output<typeof share>
const shares = z.object({
  /** Most quota first, a hundred at most. */
  items: z.array(share),
  /** The others together; null: there are none. */
  rest: sums.nullable(),
})
export type UsageShares = z.output<typeof shares>

/** Milliseconds. */
const percentiles = z.object({ p50: z.number(), p90: z.number(), p95: z.number(), p99: z.number() })
export type Percentiles = z.output<typeof percentiles>
const timing = z.object({
  /** Of those that were looked at. */
  calls: z.number().int(),
  duration: percentiles.nullable(),
  /** Of streams. */
  first_token: percentiles.nullable(),
})
const latency = z.object({
  /** Charged calls in the range. */
  calls: z.number().int(),
  /** How many of them were looked at; all of them: the percentiles are exact. */
  sampled: z.number().int(),
  /** How far a percentile's rank may be off, in points of percent, in 19 of 20 cases; 0: it is exact. */
  rank_error: z.number(),
  all: timing,
  /** The models with most calls. */
  models: z.array(timing.extend({ model: z.string() })),
})
export type Latency = z.output<typeof latency>

const hourly = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  model_name: z.string(),
  created_at: z.number().int(),
  token_used: z.number().int(),
  count: z.number().int(),
  quota: z.number().int(),
})

const SUBJECTS = ['user', 'token', 'channel'] as const
export type UsageSubject = (typeof SUBJECTS)[number]

export const dashboard = {
  usage: call({
    method: 'GET',
    path: '/api/dashboard/',
    access: 'admin',
    summary: 'Everybody’s quota, requests and tokens by model and time, and why calls failed',
    query: adminQuery.refine(isInReach, tooLong),
    reply: usage,
  }),
  usageSelf: call({
    method: 'GET',
    path: '/api/dashboard/self',
    access: 'user',
    summary: 'The same of the caller’s own calls',
    query: ownQuery.refine(isInReach, tooLong),
    reply: usage,
  }),
  shares: call({
    method: 'GET',
    path: '/api/dashboard/shares',
    access: 'admin',
    summary: 'Usage by user, token or channel',
    query: adminQuery.extend({ by: z.enum(SUBJECTS) }).refine(isInReach, tooLong),
    reply: shares,
  }),
  sharesSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/shares',
    access: 'user',
    summary: 'The caller’s own usage by token',
    query: ownQuery.refine(isInReach, tooLong),
    reply: shares,
  }),
  latency: call({
    method: 'GET',
    path: '/api/dashboard/latency',
    access: 'admin',
    summary: 'Percentiles of how long calls took, and until their first token',
    query: adminQuery.refine(isInReach, tooLong),
    reply: latency,
  }),
  latencySelf: call({
    method: 'GET',
    path: '/api/dashboard/self/latency',
    access: 'user',
    summary: 'The same of the caller’s own calls',
    query: ownQuery.refine(isInReach, tooLong),
    reply: latency,
  }),
  hourly: call({
    method: 'GET',
    path: '/api/data/',
    access: 'admin',
    summary: 'Charged calls by model and hour; with a user’s name, theirs',
    query: range.extend({ username: z.string().max(254).default('') }),
    reply: z.array(hourly),
  }),
  hourlySelf: call({
    method: 'GET',
    path: '/api/data/self',
    access: 'user',
    summary: 'The caller’s own charged calls by model and hour, of a month at most',
    query: range.refine(({ start_timestamp, end_timestamp }) => end_timestamp - start_timestamp <= 2_592_000, tooLong),
    reply: z.array(hourly),
  }),
}
