import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { effectivePrices, unpricedModels } from './effective.ts'
import { groupsFor, priceList } from './price-list.ts'

export const pricingEndpoints = [
  serve(
    calls.pricing.list,
    async (_, { app, caller }) => new ExtendedReply(await priceList(app), groupsFor(app.options, caller)),
  ),

  serve(calls.pricing.effective, (_, { app }) => effectivePrices(app)),

  serve(calls.pricing.unpriced, (_, { app }) => unpricedModels(app)),
]
