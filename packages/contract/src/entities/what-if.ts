import { z } from 'zod'
import { priceDocument } from '../options/price-document.ts'

/** Numbers that replace or add entries of a price option; null removes one. */
const changes = z.record(z.string().min(1).max(255), z.number().min(0).max(100_000).nullable())

/** The same for price documents. */
const documents = z.record(z.string().min(1).max(255), priceDocument.or(z.array(priceDocument)).nullable())

/** The same for a group's ratios by the groups of calls. */
const ofGroups = z.record(
  z.string().min(1).max(255),
  z.record(z.string().min(1).max(255), z.number().min(0).max(100_000)).nullable(),
)

/** Entries of the price options, by option name. Omitted entries keep their current value. */
export const priceDraft = z
  .strictObject({
    ModelPrice: changes,
    ModelRatio: changes,
    CompletionRatio: changes,
    CacheRatio: changes,
    ModelPrices: documents,
    GroupRatio: changes,
    GroupGroupRatio: ofGroups,
  })
  .partial()
export type PriceDraft = z.output<typeof priceDraft>

/** The part of a draft that is about models. */
export const modelPriceDraft = priceDraft.omit({ GroupRatio: true, GroupGroupRatio: true })
export type ModelPriceDraft = z.output<typeof modelPriceDraft>

/** Why a charged row cannot be replayed. */
export const NOT_REPLAYED = ['unreadable', 'no_numbers', 'no_price', 'no_tokens'] as const
export type NotReplayed = (typeof NOT_REPLAYED)[number]

/** Assumptions of a replay about data that a row lacks. */
export const ASSUMED = ['one_call', 'all_fresh', 'upstream_cost'] as const
export type Assumed = (typeof ASSUMED)[number]

const sum = z.object({
  calls: z.number().int(),
  /** What was charged for these calls. */
  booked: z.number(),
  /** What they cost with the draft. */
  quota: z.number(),
  /** The makers' price of the calls whose maker's price is known, and the cost of these calls with the draft. */
  cost: z.number(),
  quota_with_cost: z.number(),
})

/**
 * `key`: the model, the group, or the id of the user or channel. An empty key is the sum of all that are not listed.
 */
const sumOfKey = sum.extend({ key: z.string(), name: z.string() })

export const whatIfResult = z.object({
  total: sum,
  /** Each list: the largest change first. */
  models: z.array(sumOfKey),
  users: z.array(sumOfKey),
  groups: z.array(sumOfKey),
  channels: z.array(sumOfKey),
  not_replayed: z.array(z.object({ reason: z.enum(NOT_REPLAYED), rows: z.number().int(), booked: z.number() })),
  assumed: z.array(z.object({ what: z.enum(ASSUMED), rows: z.number().int() })),
  /** How many rows have a cost different from their charge, and those that differ most. */
  differing: z.number().int(),
  rows: z.array(
    z.object({
      id: z.number().int(),
      created_at: z.number().int(),
      model_name: z.string(),
      username: z.string(),
      booked: z.number(),
      quota: z.number(),
    }),
  ),
})
export type WhatIfResult = z.output<typeof whatIfResult>
export type WhatIfSum = WhatIfResult['models'][number]

export const WHAT_IF_STATES = ['running', 'done', 'stopped', 'failed'] as const

/** A replay of the log's charges with draft prices. Times are unix seconds. */
export const whatIf = z.object({
  id: z.number().int(),
  draft: priceDraft,
  since: z.number().int(),
  /** Exclusive. */
  until: z.number().int(),
  state: z.enum(WHAT_IF_STATES),
  /** Rows so far, and the time of the last one; 0: none yet. */
  handled: z.number().int(),
  reached: z.number().int(),
  actor_name: z.string(),
  created_at: z.number().int(),
  /** 0: it is running. */
  finished_at: z.number().int(),
})
export type WhatIf = z.output<typeof whatIf>
