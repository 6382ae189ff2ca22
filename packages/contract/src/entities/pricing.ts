import { z } from 'zod'
import { abilities } from './ability.ts'

const ratios = z.object({
  /** 1 is 2 US dollars a million tokens. The other ratios multiply it. */
  model_ratio: z.number(),
  completion_ratio: z.number(),
  cache_ratio: z.number(),
  /** For five minutes; an hour costs 1.6 times as much. */
  cache_creation_ratio: z.number(),
  image_ratio: z.number(),
  /** Multiplies `image_ratio`. */
  image_completion_ratio: z.number(),
  audio_ratio: z.number(),
  /** Multiplies `audio_ratio`. */
  audio_completion_ratio: z.number(),
})

/** A model's public price. Priced by call, its ratios are 0. */
export const pricedModel = ratios.extend({
  model_name: z.string(),
  /** 0: by tokens, 1: by call. */
  quota_type: z.union([z.literal(0), z.literal(1)]),
  /** US dollars a call; 0 when it is priced by tokens. */
  model_price: z.number(),
  /** True: `model_price` is for a second of video, not for a call. */
  by_second: z.boolean(),
  owner_by: z.string(),
  /** Who made the model, as its name tells; empty: unknown. */
  maker: z.string(),
  /** Tokens of input and output together; null: unknown. */
  context_window: z.number().int().nullable(),
  abilities,
  enable_groups: z.array(z.string()),
  /** False: no price is set. Only users who accept that may call it, at the given ratio. */
  is_priced: z.boolean(),
  /** What holds for the whole request once its input is longer than so many tokens. */
  long_input: ratios.extend({ above: z.number().int() }).optional(),
  /** US dollars for a thousand calls of a tool. */
  tool_prices: z.record(z.string(), z.number()),
})
export type PricedModel = z.output<typeof pricedModel>

/** The price in force as the price editor shows it. Ratios are null when the model is priced by call. */
export const effectivePrice = z.object({
  model: z.string(),
  /** US dollars a call; null when it is priced by tokens. */
  price: z.number().nullable(),
  ratio: z.number().nullable(),
  completion_ratio: z.number().nullable(),
  cache_ratio: z.number().nullable(),
  /** `operator`: at least one of the numbers is set in the options. */
  source: z.enum(['default', 'operator']),
  /** What the built-in price list says, whatever the options say; null: it does not know the model. */
  standard: z.object({ ratio: z.number(), completion_ratio: z.number(), cache_ratio: z.number() }).nullable(),
})
export type EffectivePrice = z.output<typeof effectivePrice>
