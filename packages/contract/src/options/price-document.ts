import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'

/**
 * What a model costs, in US dollars. It says everything that makers charge by; what it leaves out costs nothing, or what a note beside
 * it says. Ratios and fixed prices are views of it.
 */

/** Higher than any real price: beyond it, sums would exceed exact integers. */
const MOST = { token: 100_000, unit: 10_000, factor: 100 }
const dollars = (max: number) => z.number().min(0).max(max)
const perMillion = dollars(MOST.token)
const perUnit = dollars(MOST.unit)
const factor = z.number().min(0).max(MOST.factor)
const word = z.string().min(1).max(60)
/** A word of a request, whatever its case. */
const option = word.transform(text => text.trim().toLowerCase())

/** US dollars for a million tokens of a kind. */
const otherTokens = {
  /** Absent: what input costs. */
  cache_read: perMillion.optional(),
  /** Kept for five minutes. Absent: what input costs. */
  cache_write_5m: perMillion.optional(),
  /** Kept for an hour. Absent: 1.6 times what five minutes cost. */
  cache_write_1h: perMillion.optional(),
  /** Absent: what input costs. */
  image_input: perMillion.optional(),
  audio_input: perMillion.optional(),
  /** Absent: what output costs. */
  image_output: perMillion.optional(),
  audio_output: perMillion.optional(),
}
const tokenDollars = z.strictObject({ input: perMillion, output: perMillion, ...otherTokens })
export type TokenDollars = z.output<typeof tokenDollars>

/** Other prices of a longer prompt; what it does not name costs what it costs below. */
const tier = tokenDollars.partial().extend({ above: z.int().min(1).max(1_000_000_000) })

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'not_time_of_day' })

const members = z.strictObject({
  /** For people. */
  note: z.string().max(1_000).optional(),
  /** Where the price was published. */
  source: z.string().max(500).optional(),
  /** The day from which it holds, in UTC. Absent: always. */
  from: z.iso.date({ error: 'not_date' }).optional(),
  tokens: tokenDollars.optional(),
  /** By the length of the prompt, ascending. */
  tiers: z.array(tier).max(8).optional(),
  /** A tier's prices are for the tokens above it alone; absent: for the whole call. */
  marginal: z.boolean().optional(),
  /** For a call, or each of several answers. */
  call: perUnit.optional(),
  /** For an image; the first line that fits counts, and where none does, the dearest. */
  images: z
    .array(z.strictObject({ size: option.optional(), quality: option.optional(), price: perUnit }))
    .min(1)
    .max(100)
    .optional(),
  /** For a second of video; the first line that fits counts, and where none does, the dearest. */
  seconds: z
    .array(z.strictObject({ resolution: option.optional(), sound: z.boolean().optional(), price: perUnit }))
    .min(1)
    .max(100)
    .optional(),
  /** For a million characters that are spoken. */
  characters: perMillion.optional(),
  /** For a minute of sound. */
  minutes: perUnit.optional(),
  /** For a thousand calls of a tool that the upstream runs. Absent: the usual prices of searches. */
  tools: z.record(word, dollars(MOST.token)).optional(),
  /** What a service level multiplies the price by, fees of tools aside: `{"service_tier":{"flex":0.5}}`. */
  levels: z
    .partialRecord(z.enum(['service_tier', 'speed', 'inference_geo', 'latency']), z.record(option, factor))
    .optional(),
  /** What it is multiplied by at hours of the day; the first that fits counts. */
  hours: z
    .array(
      z.strictObject({
        from: time,
        to: time,
        zone: word.refine(isTimeZone, { message: 'not_time_zone' }),
        factor,
      }),
    )
    .max(10)
    .optional(),
  /** The share of it that a call in a batch costs. Absent: the host's. */
  batch: z.number().min(0).max(1).optional(),
})

/** Members of which a price has at least one. */
const CHARGED = ['tokens', 'call', 'images', 'seconds', 'characters', 'minutes'] as const

export const priceDocument = members.superRefine((document, { addIssue }) => {
  const refuse = (path: (string | number)[], message: string, params?: Record<string, string | number>) =>
    addIssue({ code: 'custom', path, message, params })
  const { tokens, tiers = [], marginal, hours = [] } = document
  if (CHARGED.every(name => document[name] === undefined)) refuse([], 'price_of_nothing', { names: CHARGED.join(', ') })
  if (tiers.length > 0 && !tokens) refuse(['tiers'], 'tiers_without_tokens')
  if (marginal && tiers.length === 0) refuse(['marginal'], 'marginal_without_tiers')
  let below = 0
  let known: Partial<TokenDollars> = tokens ?? {}
  if (tokens) refuseAbsurd(tokens, ['tokens'], refuse)
  tiers.forEach(({ above, ...prices }, index) => {
    if (above <= below) refuse(['tiers', index, 'above'], 'tier_not_ascending', { above: below })
    below = above
    known = { ...known, ...prices }
    refuseAbsurd(known, ['tiers', index], refuse)
  })
  hours.forEach(({ from, to }, index) => {
    if (from === to) refuse(['hours', index, 'to'], 'hours_empty')
  })
})
export type PriceDocument = z.output<typeof priceDocument>

type Refuse = (path: (string | number)[], message: string, params?: Record<string, string | number>) => void

/** A cache that costs more to read than the prompt itself is a slip of the pen, and so is one that is dearer for a shorter time. */
function refuseAbsurd(prices: Partial<TokenDollars>, path: (string | number)[], refuse: Refuse): void {
  const { input = 0, cache_read = 0, cache_write_5m, cache_write_1h } = prices
  if (cache_read > input) refuse([...path, 'cache_read'], 'cache_dearer_than_input', { input })
  if (cache_write_1h !== undefined && cache_write_1h < (cache_write_5m ?? input))
    refuse([...path, 'cache_write_1h'], 'hour_cheaper_than_minutes', { least: cache_write_5m ?? input })
}
