import { z } from 'zod'
import { TYPICAL_CALL_NAMES } from '../typical-calls.ts'
import { priceOrigin } from './price-list.ts'
import { effectivePrice, pricedModel } from './pricing.ts'

/** A model that is served, has a price in the options, or was called in the last 30 days: its price and its revenue. */
export const modelPrice = effectivePrice.extend({
  /** `none`: it has no price, and its numbers are null. */
  source: z.enum(['operator', 'document', 'default', 'none']),
  /** null: nobody has priced it in the console since origins are recorded. */
  origin: priceOrigin.nullable(),
  /** The enabled channels that serve it. */
  channels: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      priority: z.number().int(),
      weight: z.number().int(),
      groups: z.array(z.string()),
    }),
  ),
  /** Successful attempts of these channels within the last hour, for any model. */
  answered: z.number().int(),
  failed: z.number().int(),
  /** Charged calls of the last 30 days, and their quota. */
  calls: z.number().int(),
  quota: z.number(),
})
export type ModelPrice = z.output<typeof modelPrice>

/** What the built-in lists know of a model. */
export const knownFacts = pricedModel.pick({ maker: true, context_window: true, abilities: true })
export type KnownFacts = z.output<typeof knownFacts>

/** What a draft of prices does to a model, in quota; null: there is no price. */
export const priceEffect = z.object({
  model: z.string(),
  /** In a group with ratio 1. */
  typical: z.array(
    z.object({ name: z.enum(TYPICAL_CALL_NAMES), before: z.number().nullable(), after: z.number().nullable() }),
  ),
  /** Charged calls of the last 30 days. */
  calls: z.number().int(),
  booked: z.number(),
  /** An estimate from their sums. */
  quota: z.number().nullable(),
})
export type PriceEffect = z.output<typeof priceEffect>
