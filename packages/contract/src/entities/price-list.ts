import { z } from 'zod'
import { priceLine } from './quote.ts'

/** The price list that is built in. */
export const BUILT_IN_LIST = 0

/** A list of prices published by others. Times are unix seconds, 0: never. */
export const priceList = z.object({
  id: z.number().int(),
  /** Absent: the list has its own address, or is built in. */
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  address: z.string(),
  /** How many models it has a price for; null: the built-in list is looked up for each model. */
  models: z.number().int().nullable(),
  read_at: z.number().int(),
  /** When it last failed to be read since, and why. */
  failed_at: z.number().int(),
  error: z.string(),
})
export type PriceList = z.output<typeof priceList>

/** The margin on accepted list prices: a factor, and the number of significant digits to round up to. */
export const marginQuery = z.object({
  factor: z.coerce.number().min(0.01).max(100).default(1),
  digits: z.coerce.number().int().min(1).max(12).default(4),
})

/** A model whose price would change if the list were followed. */
export const priceDifference = z.object({
  model: z.string(),
  /** The list's name for the model. */
  listed_as: z.string(),
  /** Empty: we have no price. */
  ours: z.array(priceLine),
  theirs: z.array(priceLine),
  /** The price that accepting would set. */
  offered: z.array(priceLine),
  /** How much more expensive the offered price is than ours: 0.2 is a fifth; null: they cannot be compared. */
  change: z.number().nullable(),
  /** How much more expensive the list's price is than ours; null: they cannot be compared. */
  theirs_above_ours: z.number().nullable(),
  /** Where accepting stores it. */
  as: z.enum(['ratios', 'document']),
})
export type PriceDifference = z.output<typeof priceDifference>

export const priceDifferences = z.object({
  rows: z.array(priceDifference),
  /** Models whose price would stay the same. */
  same: z.number().int(),
  /** Models that are not in the list. */
  missing: z.number().int(),
  /** Prices of our models that cannot be adopted, each with the reason. */
  refused: z.array(z.object({ model: z.string(), reason: z.string() })),
  /** Changes with every change of our prices or of the list. */
  version: z.string(),
})
export type PriceDifferences = z.output<typeof priceDifferences>

/** The origin of a model's price in the options. Times are unix seconds. */
export const priceOrigin = z.object({
  /** The list it was accepted from; empty: it was entered by hand. */
  source: z.string(),
  /** When that list was read; 0: it is built in. */
  read_at: z.number().int(),
  set_at: z.number().int(),
  actor_name: z.string(),
  /** The list (or the maker, for a price entered by hand) has another price today. */
  is_older: z.boolean(),
})
export type PriceOrigin = z.output<typeof priceOrigin>
