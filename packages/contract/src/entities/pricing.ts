import { z } from 'zod'
import { AUDIO_ENDPOINTS } from '../constants.ts'
import { abilities } from './ability.ts'
import { priceLine } from './quote.ts'

const ratios = z.object({
  /** 1 is 2 US dollars per million tokens. The other ratios multiply it. */
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

/** A model's public price. If it is priced by call, its ratios are 0. */
export const pricedModel = ratios.extend({
  model_name: z.string(),
  /** 0: by tokens, 1: by call. */
  quota_type: z.union([z.literal(0), z.literal(1)]),
  /** US dollars per call; 0 if it is priced by tokens. */
  model_price: z.number(),
  /** True: `model_price` is per second of video, not per call. */
  by_second: z.boolean(),
  owner_by: z.string(),
  /** Further names under which it is called. */
  aliases: z.array(z.string()),
  /** Empty: none. */
  description: z.string(),
  /** Empty: unknown. */
  maker: z.string(),
  /** Tokens of input and output together; null: unknown. */
  context_window: z.number().int().nullable(),
  abilities,
  /** Where a model of speech is called; null: unknown, or it is none. */
  audio_endpoint: z.enum(AUDIO_ENDPOINTS).nullable(),
  enable_groups: z.array(z.string()),
  /** False: no price is set. Only users who accept that may call it, at the given ratio. */
  is_priced: z.boolean(),
  /** Applies to the whole request if its input is longer than `above` tokens. */
  long_input: ratios.extend({ above: z.number().int() }).optional(),
  /** US dollars per thousand calls of a tool. */
  tool_prices: z.record(z.string(), z.number()),
  /**
   * A price that ratios cannot express, line by line; the ratios are then those of a short prompt. Absent: the ratios
   * express it.
   */
  lines: z.array(priceLine).optional(),
})
export type PricedModel = z.output<typeof pricedModel>

/** The price in force, as the price editor shows it. Ratios are null if the model is priced by call. */
export const effectivePrice = z.object({
  model: z.string(),
  /** US dollars per call; null if it is priced by tokens. */
  price: z.number().nullable(),
  ratio: z.number().nullable(),
  completion_ratio: z.number().nullable(),
  cache_ratio: z.number().nullable(),
  /** `operator`: at least one of the numbers is set in the options. `document`: a price document sets it. */
  source: z.enum(['default', 'operator', 'document']),
  /** A price that ratios cannot express, line by line; price and ratios are then null. Absent: they express it. */
  lines: z.array(priceLine).optional(),
  /** The built-in list's price, whatever the options say; null: the list does not have the model. */
  standard: z.object({ ratio: z.number(), completion_ratio: z.number(), cache_ratio: z.number() }).nullable(),
})
export type EffectivePrice = z.output<typeof effectivePrice>
