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
/** Figures of a time of their own. */
const ownFilters = ownQuery.pick({ time_zone: true, model_name: true, token_id: true })
const adminFilters = adminQuery.pick({
  time_zone: true,
  model_name: true,
  token_id: true,
  username: true,
  channel: true,
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
  /** Quota that the cache saved: what its tokens would have cost as fresh input, less what they did cost. */
  cache_saved: z.number().int(),
  /** Of `cache_tokens`, those of calls before `cache_saved` was counted. */
  cache_uncounted: z.number().int(),
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

/** Unix seconds, whole quarters of an hour; the end is not in it. */
const stretch = z.object({ from: z.number().int(), to: z.number().int() })

const days = z.object({
  time_zone: z.string(),
  /** From midnight to the last quarter of an hour that has ended. */
  today: stretch.extend({ sums }),
  /** As much of the day before. */
  yesterday: stretch.extend({ sums }),
})
export type UsageDays = z.output<typeof days>

/** How fast a balance is spent: `spent` in the stretch, which are the last seven days, or fewer where calls began later. */
const wallet = stretch.extend({
  /** Of the user, or of all users together. */
  balance: z.number().int(),
  accounts: z.number().int(),
  spent: z.number().int(),
  /** Rounded down. */
  per_day: z.number().int(),
  /** How long the balance lasts like this, rounded down; null: nothing is spent. */
  lasts_seconds: z.number().int().nullable(),
  /** Channels whose provider told its balance, those that last least first. Of the whole site alone. */
  upstreams: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** US dollars, as the provider said at that time. */
      dollars: z.number(),
      asked_at: z.number().int(),
      /** What its calls were charged in the stretch. */
      spent: z.number().int(),
      /** How long it lasts if its calls cost there what they are charged here; null: nothing is spent. */
      lasts_seconds: z.number().int().nullable(),
    }),
  ),
})
export type UsageWallet = z.output<typeof wallet>

export const UNUSUAL_MEASURES = ['quota', 'requests', 'tokens', 'failed'] as const
export type UnusualMeasure = (typeof UNUSUAL_MEASURES)[number]

const unusual = z.object({
  /** Which hours were judged: those that have ended, of the last 31 days at most. */
  from: z.number().int(),
  to: z.number().int(),
  /** Hours far from what the same hour of the days before had, newest first. */
  hours: z.array(
    stretch.extend({
      measure: z.enum(UNUSUAL_MEASURES),
      value: z.number().int(),
      /** The median of the days before, and what would not have been unusual. */
      usual: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
})
export type UnusualHours = z.output<typeof unusual>
export type UnusualHour = UnusualHours['hours'][number]

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
const latency = stretch.extend({
  /** Charged calls in the range. */
  calls: z.number().int(),
  /** How many of them were looked at; all of them: the percentiles are exact. */
  sampled: z.number().int(),
  /** How far a percentile's rank may be off, in points of percent, in 19 of 20 cases; 0: it is exact. */
  rank_error: z.number(),
  all: timing,
  /** The models with most calls. */
  models: z.array(timing.extend({ model: z.string() })),
  /** The slowest first, by the 95th percentile of the whole call. For administrators, of everybody's calls. */
  channels: z.array(timing.extend({ id: z.number().int(), name: z.string() })),
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
  days: call({
    method: 'GET',
    path: '/api/dashboard/days',
    access: 'admin',
    summary: 'Everybody’s usage of today, and of as much of yesterday',
    query: adminFilters,
    reply: days,
  }),
  daysSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/days',
    access: 'user',
    summary: 'The same of the caller’s own calls',
    query: ownFilters,
    reply: days,
  }),
  wallet: call({
    method: 'GET',
    path: '/api/dashboard/wallet',
    access: 'admin',
    summary: 'The balance of a user, or of all and of channels at their providers, and how long it lasts',
    query: z.object({ username: z.string().max(254).default('') }),
    reply: wallet,
  }),
  walletSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/wallet',
    access: 'user',
    summary: 'The caller’s own balance, and how long it lasts',
    reply: wallet,
  }),
  unusual: call({
    method: 'GET',
    path: '/api/dashboard/unusual',
    access: 'admin',
    summary: 'Hours that are far from the same hour of the days before',
    query: adminQuery.refine(isInReach, tooLong),
    reply: unusual,
  }),
  unusualSelf: call({
    method: 'GET',
    path: '/api/dashboard/self/unusual',
    access: 'user',
    summary: 'The same of the caller’s own calls',
    query: ownQuery.refine(isInReach, tooLong),
    reply: unusual,
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
