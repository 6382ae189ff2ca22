import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { effectivePrices, unpricedModels } from './effective.ts'
import { groupsFor, priceList } from './price-list.ts'

export const pricingEndpoints = [
  serve(
    calls.pricing.list,
    async (_, { world, caller }) => new Answer(await priceList(world), groupsFor(world.options, caller)),
  ),

  serve(calls.pricing.effective, (_, { world }) => effectivePrices(world)),

  serve(calls.pricing.unpriced, (_, { world }) => unpricedModels(world)),
]
