import { z } from 'zod'
import { call } from '../call.ts'

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
const ownQuery = range.extend({
  unit: z.enum(TIME_UNITS).default('hour'),
  /** An IANA time zone name, which decides where days and weeks begin; an unknown one counts as UTC. */
  time_zone: z.string().max(64).default('UTC'),
  model_name: z.string().max(255).default(''),
  token_id: z.coerce.number().int().min(0).default(0),
})
const adminQuery = ownQuery.extend({
  username: z.string().max(254).default(''),
  channel: z.coerce.number().int().min(0).default(0),
})
/** Figures with a fixed time of their own. */
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
  /** Calls that failed; those that were broken off and charged count in both. */
  failed: z.number().int(),
  quota: z.number().int(),
  /** Tokens of charged calls. */
  tokens: z.number().int(),
  prompt_tokens: z.number().int(),
  /** Prompt tokens read from the cache. */
  cache_tokens: z.number().int(),
  /** Quota the cache saved: what its tokens would have cost as fresh input, minus what they did cost. */
  cache_saved: z.number().int(),
  /** The part of `cache_tokens` from calls before `cache_saved` was counted. */
  cache_uncounted: z.number().int(),
})
export type UsageSums = z.output<typeof sums>

const usage = z.object({
  /** The range of the sums, and the time zone. Unix seconds, end exclusive. */
  from: z.number().int(),
  to: z.number().int(),
  time_zone: z.string(),
  /** The start of each unit of time, in order, including those without calls. */
  times: z.array(z.number().int()),
  /**
   * The models of charged calls, sorted by quota. Beyond the first fifty by every measure, the rest is summed under an empty name.
   */
  models: z.array(z.string()),
  /** One entry per time and model, by their indexes above: requests, quota, tokens. */
  series: z.array(z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int(), z.number().int()])),
  totals: sums,
  /** Why calls failed, by error code, most frequent first. */
  causes: z.array(z.object({ cause: z.string(), count: z.number().int() })),
  /** Requests and tokens of the last minute. */
  rpm: z.number().int(),
  tpm: z.number().int(),
})
export type Usage = z.output<typeof usage>

const share = sums.extend({ id: z.number().int(), name: z.string() })
export type UsageShare = z.output<typeof share>
const shares = z.object({
  /** Sorted by quota, at most a hundred. */
  items: z.array(share),
  /** The sum of the others; null: there are none. */
  rest: sums.nullable(),
})
export type UsageShares = z.output<typeof shares>

/** Unix seconds, whole quarters of an hour; end exclusive. */
const stretch = z.object({ from: z.number().int(), to: z.number().int() })

const days = z.object({
  time_zone: z.string(),
  /** From midnight to the last full quarter of an hour. */
  today: stretch.extend({ sums }),
  /** The same part of the day before. */
  yesterday: stretch.extend({ sums }),
})
export type UsageDays = z.output<typeof days>

/** How fast a balance is spent: `spent` within the stretch, which is the last seven days, or less if calls began later. */
const wallet = stretch.extend({
  /** The user's, or the sum of all users'. */
  balance: z.number().int(),
  accounts: z.number().int(),
  spent: z.number().int(),
  /** Rounded down. */
  per_day: z.number().int(),
  /** How long the balance lasts at this rate, rounded down; null: nothing is spent. */
  lasts_seconds: z.number().int().nullable(),
  /** Channels whose provider reported its balance, those that run out first at the top. Only for the whole site. */
  upstreams: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** US dollars, as the provider reported at that time. */
      dollars: z.number(),
      asked_at: z.number().int(),
      /** What its calls were charged within the stretch. */
      spent: z.number().int(),
      /** How long it lasts if calls cost as much there as they are charged here; null: nothing is spent. */
      lasts_seconds: z.number().int().nullable(),
    }),
  ),
})
export type UsageWallet = z.output<typeof wallet>

export const UNUSUAL_MEASURES = ['quota', 'requests', 'tokens', 'failed'] as const
export type UnusualMeasure = (typeof UNUSUAL_MEASURES)[number]

const unusual = z.object({
  /** The hours judged: complete ones, of the last 31 days at most. */
  from: z.number().int(),
  to: z.number().int(),
  /** Hours that differ much from the same hour of earlier days, newest first. */
  hours: z.array(
    stretch.extend({
      measure: z.enum(UNUSUAL_MEASURES),
      value: z.number().int(),
      /** The median of earlier days, and the range that would have been usual. */
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
  /** Calls in the sample. */
  calls: z.number().int(),
  duration: percentiles.nullable(),
  /** Of streams. */
  first_token: percentiles.nullable(),
})
const latency = stretch.extend({
  /** Charged calls in the range. */
  calls: z.number().int(),
  /** Calls in the sample; if it holds all of them, the percentiles are exact. */
  sampled: z.number().int(),
  /** How far a percentile's rank may be off, in percentage points, in 19 of 20 cases; 0: it is exact. */
  rank_error: z.number(),
  all: timing,
  /** The models with the most calls. */
  models: z.array(timing.extend({ model: z.string() })),
  /** Slowest first, by the 95th percentile of the whole call. For administrators, from everybody's calls. */
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
    right: 'logs',
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
    right: 'logs',
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
    right: 'logs',
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
    right: 'logs',
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
    right: { all: ['logs', 'users.see'] },
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
    right: 'logs',
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
    right: 'logs',
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
