import { z } from 'zod'
import { call } from '../call.ts'
import { effectivePrice, pricedModel } from '../entities/pricing.ts'

export const pricing = {
  list: call({
    method: 'GET',
    path: '/api/pricing',
    access: 'public',
    summary: 'What every model that can be called costs, and what the caller’s groups multiply it by',
    reply: z.array(pricedModel),
    beside: z.object({
      /** The usable groups that have a ratio. */
      group_ratio: z.record(z.string(), z.number()),
      /** Description by usable group; for visitors, the groups of the default group. */
      usable_group: z.record(z.string(), z.string()),
    }),
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
