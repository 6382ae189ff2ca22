import { z } from 'zod'

/** A line of a price: what is counted, and the US dollars for this much of it. */
export const priceLine = z.object({
  /** The name of the corresponding receipt line: `input`, `cache_read`, `call`, or a tool's name. */
  line: z.string(),
  usd: z.number(),
  per: z.enum(['million_tokens', 'call', 'image', 'second', 'minute', 'million_characters', 'thousand_calls']),
  /** Applies to prompts of more tokens than this. Absent: to all. */
  above: z.number().int().optional(),
  /** Applies only to these words, such as a size, a quality or a resolution. Absent: to all. */
  of: z.string().optional(),
})
export type PriceLine = z.output<typeof priceLine>

/** Where a model's price comes from. */
export const priceSource = z.enum(['options', 'document', 'package', 'unpriced'])
export type PriceSource = z.output<typeof priceSource>

const cost = z.object({
  /** Tokens of all answers together. */
  output_tokens: z.number(),
  /** By our own count of the request's tokens, which is also charged if the upstream reports nothing. */
  quota: z.number().int(),
  usd: z.number(),
  /** The most that the same output can cost, by the rules of holds. */
  most_quota: z.number().int(),
  most_usd: z.number(),
})

/** What a call would hold and cost. */
export const quoteReply = z.object({
  object: z.literal('quote'),
  endpoint: z.string(),
  model: z.string(),
  /** The amount set aside before the call is sent, if the wallet has it. The unused part is returned. */
  hold: z.object({ quota: z.number().int(), usd: z.number() }),
  costs: z.object({
    /** Without any output. */
    none: cost,
    /** With an answer of the expected length. */
    expected: cost,
    /** With the longest answer the request and its model allow. */
    greatest: cost,
  }),
  price: z.object({
    source: priceSource,
    /** Before the group’s ratio, which multiplies every line. */
    lines: z.array(priceLine),
    /** 1 is 2 US dollars per million input tokens; null: it is not priced by ratios. */
    ratio: z.number().nullable(),
    group: z.string(),
    group_ratio: z.number(),
    /** The caller’s group, if it is another. */
    user_group: z.string().optional(),
    /** The same as `group_ratio`, if that is the ratio between both groups. Absent: it is the group’s own. */
    user_group_ratio: z.number().optional(),
    /** The requested service level's factor on the lines, except tool fees. */
    service_factors: z.record(z.string(), z.number()),
  }),
  /** Parts of the request that would be dropped or changed at the channel it would go to. */
  losses: z.array(z.string()),
})
export type QuoteReply = z.output<typeof quoteReply>
