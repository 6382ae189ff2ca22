import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'

/**
 * The price of a model, in US dollars. It expresses everything that makers charge for; an omitted price is zero, or
 * what its comment says. Ratios and fixed prices are derived from it.
 */

/** Higher than any real price: beyond it, sums would exceed exact integers. */
const MOST = { token: 100_000, unit: 10_000, factor: 100 }
const dollars = (max: number) => z.number().min(0).max(max)
const perMillion = dollars(MOST.token)
const perUnit = dollars(MOST.unit)
const factor = z.number().min(0).max(MOST.factor)
const word = z.string().min(1).max(60)
/** A word of a request, ignoring case. */
const option = word.transform(text => text.trim().toLowerCase())

/** US dollars per million tokens of a kind. */
const otherTokens = {
  /** Absent: the input price. */
  cache_read: perMillion.optional(),
  /** Cached for five minutes. Absent: the input price. */
  cache_write_5m: perMillion.optional(),
  /** Cached for an hour. Absent: 1.6 times the price for five minutes. */
  cache_write_1h: perMillion.optional(),
  /** Absent: the input price. */
  image_input: perMillion.optional(),
  audio_input: perMillion.optional(),
  /** Absent: the output price. */
  image_output: perMillion.optional(),
  audio_output: perMillion.optional(),
}
const tokenDollars = z.strictObject({ input: perMillion, output: perMillion, ...otherTokens })
export type TokenDollars = z.output<typeof tokenDollars>

/** Different prices for a longer prompt; omitted ones are the same as below. */
const tier = tokenDollars.partial().extend({ above: z.int().min(1).max(1_000_000_000) })

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'not_time_of_day' })

const members = z.strictObject({
  /** A note for people. */
  note: z.string().max(1_000).optional(),
  /** Where the price was published. */
  source: z.string().max(500).optional(),
  /** The day from which it applies, in UTC. Absent: always. */
  from: z.iso.date({ error: 'not_date' }).optional(),
  tokens: tokenDollars.optional(),
  /** By the length of the prompt, ascending. */
  tiers: z.array(tier).max(8).optional(),
  /** A tier's prices apply only to the tokens above it; absent: to the whole call. */
  marginal: z.boolean().optional(),
  /** Per call, or per answer if there are several. */
  call: perUnit.optional(),
  /** Per image; the first matching line applies, or the most expensive if none matches. */
  images: z
    .array(z.strictObject({ size: option.optional(), quality: option.optional(), price: perUnit }))
    .min(1)
    .max(100)
    .optional(),
  /** Per second of video; the first matching line applies, or the most expensive if none matches. */
  seconds: z
    .array(z.strictObject({ resolution: option.optional(), sound: z.boolean().optional(), price: perUnit }))
    .min(1)
    .max(100)
    .optional(),
  /** Per million spoken characters. */
  characters: perMillion.optional(),
  /** Per minute of audio. */
  minutes: perUnit.optional(),
  /** Per thousand calls of a tool that the upstream runs. Absent: the usual prices of searches. */
  tools: z.record(word, dollars(MOST.token)).optional(),
  /** The price factor of a service level, except tool fees: `{"service_tier":{"flex":0.5}}`. */
  levels: z
    .partialRecord(z.enum(['service_tier', 'speed', 'inference_geo', 'latency']), z.record(option, factor))
    .optional(),
  /** The price factor at hours of the day; the first match applies. */
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

/** Refuses a cache that costs more to read than the prompt itself, or more for a shorter time, as a typing mistake. */
function refuseAbsurd(prices: Partial<TokenDollars>, path: (string | number)[], refuse: Refuse): void {
  const { input = 0, cache_read = 0, cache_write_5m, cache_write_1h } = prices
  if (cache_read > input) refuse([...path, 'cache_read'], 'cache_dearer_than_input', { input })
  if (cache_write_1h !== undefined && cache_write_1h < (cache_write_5m ?? input))
    refuse([...path, 'cache_write_1h'], 'hour_cheaper_than_minutes', { least: cache_write_5m ?? input })
}
