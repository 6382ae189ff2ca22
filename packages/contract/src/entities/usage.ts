import { z } from 'zod'

const sums = z.object({
  /** Charged calls. */
  requests: z.number().int(),
  /** Failed calls; those that were interrupted and charged count in both. */
  failed: z.number().int(),
  quota: z.number().int(),
  /** Tokens of charged calls. */
  tokens: z.number().int(),
  prompt_tokens: z.number().int(),
  /** Prompt tokens read from the cache. */
  cache_tokens: z.number().int(),
  /** Quota the cache saved: the cost of its tokens as fresh input, minus their actual cost. */
  cache_saved: z.number().int(),
  /** The part of `cache_tokens` from calls before `cache_saved` was counted. */
  cache_uncounted: z.number().int(),
})
export type UsageSums = z.output<typeof sums>

export const usage = z.object({
  /** The range of the sums, and the time zone. Unix seconds, end exclusive. */
  from: z.number().int(),
  to: z.number().int(),
  time_zone: z.string(),
  /** The start of each unit of time, in order, including those without calls. */
  times: z.array(z.number().int()),
  /**
   * The models of charged calls, sorted by quota. Models outside the first fifty of every measure are summed under an
   * empty name.
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
export const shares = z.object({
  /** Sorted by quota, at most a hundred. */
  items: z.array(share),
  /** The sum of the others; null: there are none. */
  rest: sums.nullable(),
})
export type UsageShares = z.output<typeof shares>

/** Unix seconds, whole quarters of an hour; end exclusive. */
const stretch = z.object({ from: z.number().int(), to: z.number().int() })

export const days = z.object({
  time_zone: z.string(),
  /** From midnight to the last full quarter of an hour. */
  today: stretch.extend({ sums }),
  /** The same part of the previous day. */
  yesterday: stretch.extend({ sums }),
})
export type UsageDays = z.output<typeof days>

/** How fast a balance is spent: `spent` is for this time range, the last seven days, or less if calls began later. */
export const wallet = stretch.extend({
  /** The user's, or the sum of all users'. */
  balance: z.number().int(),
  accounts: z.number().int(),
  spent: z.number().int(),
  /** Rounded down. */
  per_day: z.number().int(),
  /** How long the balance lasts at this rate, rounded down; null: nothing is spent. */
  lasts_seconds: z.number().int().nullable(),
  /** Channels whose provider reported its balance, those that run out soonest first. Only for the whole site. */
  upstreams: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      /** US dollars, as the provider reported at that time. */
      dollars: z.number(),
      asked_at: z.number().int(),
      /** What was charged for its calls in this time range. */
      spent: z.number().int(),
      /** How long it lasts if calls cost as much there as they are charged here; null: nothing is spent. */
      lasts_seconds: z.number().int().nullable(),
    }),
  ),
})
export type UsageWallet = z.output<typeof wallet>

export const UNUSUAL_MEASURES = ['quota', 'requests', 'tokens', 'failed'] as const
export type UnusualMeasure = (typeof UNUSUAL_MEASURES)[number]

export const unusual = z.object({
  /** The hours judged: complete ones, at most of the last 31 days. */
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
  /** For streams. */
  first_token: percentiles.nullable(),
})
export const latency = stretch.extend({
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

const FLOW_COLUMNS = ['user', 'token', 'group', 'model', 'channel'] as const
export type FlowColumn = (typeof FLOW_COLUMNS)[number]
const flowNode = z.object({
  /** Of the user, token or channel; 0 for groups and models. */
  id: z.number().int(),
  /** Empty: it has none, or was deleted. */
  name: z.string(),
  requests: z.number().int(),
  quota: z.number().int(),
  /** How many it sums up; 0: it is a single one. */
  others: z.number().int(),
})
/** Charged calls on their way through the site. */
export const flow = stretch.extend({
  /** The largest of each column by quota and by requests, sorted by quota; the others are one node at the end. */
  columns: z.array(z.object({ by: z.enum(FLOW_COLUMNS), nodes: z.array(flowNode) })),
  /** For two adjacent columns each: the nodes by their indexes, requests, quota. */
  links: z.array(z.array(z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]))),
})
export type Flow = z.output<typeof flow>

export const hourly = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  model_name: z.string(),
  created_at: z.number().int(),
  token_used: z.number().int(),
  count: z.number().int(),
  quota: z.number().int(),
})
