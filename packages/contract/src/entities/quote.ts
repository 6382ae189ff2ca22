import { z } from 'zod'

/** A line of a price: what is counted, and US dollars for so much of it. */
export const priceLine = z.object({
  /** The name of the receipt's line it leads to: `input`, `cache_read`, `call`, or a tool's name. */
  line: z.string(),
  usd: z.number(),
  per: z.enum(['million_tokens', 'call', 'image', 'second', 'minute', 'million_characters', 'thousand_calls']),
  /** Holds for prompts of more tokens than this. Absent: for all. */
  above: z.number().int().optional(),
  /** Holds for these words alone, such as a size, a quality or a resolution. Absent: for all. */
  of: z.string().optional(),
})
export type PriceLine = z.output<typeof priceLine>

/** Where a model's price comes from. */
export const priceSource = z.enum(['options', 'document', 'package', 'unpriced'])
export type PriceSource = z.output<typeof priceSource>

const cost = z.object({
  /** Tokens of all answers together. */
  output_tokens: z.number(),
  /** By our own count of the request's tokens, as a call is charged whose upstream reports nothing. */
  quota: z.number().int(),
  usd: z.number(),
  /** The most that the same output can cost, by what the call is held for. */
  most_quota: z.number().int(),
  most_usd: z.number(),
})

/** What a call would hold and cost. */
export const quoteReply = z.object({
  object: z.literal('quote'),
  endpoint: z.string(),
  model: z.string(),
  /** What is set aside before the call is sent, where the wallet has it. What is not used comes back. */
  hold: z.object({ quota: z.number().int(), usd: z.number() }),
  costs: z.object({
    /** Without any output. */
    none: cost,
    /** With an answer of the length that is expected. */
    expected: cost,
    /** With the longest answer the request and its model allow. */
    greatest: cost,
  }),
  price: z.object({
    source: priceSource,
    /** Before the group’s ratio, which multiplies every line. */
    lines: z.array(priceLine),
    /** 1 is 2 US dollars a million tokens of input; null: it is not priced by ratios. */
    ratio: z.number().nullable(),
    group: z.string(),
    group_ratio: z.number(),
    /** What the service level that is asked for multiplies the lines by, fees of tools aside. */
    service_factors: z.record(z.string(), z.number()),
  }),
  /** What of the request does not go up, or is changed, at the channel it would go to. */
  losses: z.array(z.string()),
})
export type QuoteReply = z.output<typeof quoteReply>
