import { z } from 'zod'
import { call } from '../call.ts'
import { modelPage } from '../entities/model-page.ts'
import { effectivePrice, pricedModel } from '../entities/pricing.ts'

const callersGroups = z.object({
  /** The usable groups that have a ratio. */
  group_ratio: z.record(z.string(), z.number()),
  /** Those of them whose ratio the operator set for callers of the caller’s group. */
  own_ratios: z.array(z.string()),
  /** Description by usable group; for visitors, the groups of the default group. */
  usable_group: z.record(z.string(), z.string()),
})

export const pricing = {
  list: call({
    method: 'GET',
    path: '/api/pricing',
    access: 'public',
    summary: 'What every model that can be called costs, and what the caller’s groups multiply it by',
    reply: z.array(pricedModel),
    beside: callersGroups,
  }),
  model: call({
    method: 'GET',
    path: '/api/pricing/model',
    access: 'public',
    summary: 'One model: its price and limits, and its uptime and speed if the operator shows them; up to a minute old',
    query: z.object({ name: z.string().min(1).meta({ description: 'The model, or a further name of it' }) }),
    reply: modelPage,
    beside: callersGroups,
  }),
  effective: call({
    method: 'GET',
    path: '/api/pricing/effective',
    access: 'admin',
    right: 'prices',
    summary: 'The price in force of every model that is served or that the options price',
    reply: z.array(effectivePrice),
  }),
  unpriced: call({
    method: 'GET',
    path: '/api/pricing/unpriced',
    access: 'admin',
    right: 'prices',
    summary: 'Models that are served and have no price',
    reply: z.array(z.string()),
  }),
}
