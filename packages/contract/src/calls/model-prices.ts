import { z } from 'zod'
import { call } from '../call.ts'
import { knownFacts, modelPrice, priceEffect } from '../entities/model-price.ts'
import { modelPriceDraft } from '../entities/what-if.ts'

export const modelPrices = {
  list: call({
    method: 'GET',
    path: '/api/model-prices/',
    access: 'admin',
    right: 'prices',
    summary: 'Every model with its price, who serves it, and its calls of the last 30 days',
    reply: z.array(modelPrice),
  }),
  known: call({
    method: 'GET',
    path: '/api/model-prices/known',
    access: 'admin',
    right: 'prices',
    summary: 'What the built-in lists know of a model, whatever the options say',
    query: z.object({ model: z.string().min(1).max(255) }),
    reply: knownFacts,
  }),
  effect: call({
    method: 'POST',
    path: '/api/model-prices/effect',
    access: 'admin',
    right: 'prices',
    summary: 'What a draft of prices changes: typical calls, and an estimate for the last 30 days',
    body: z.object({ draft: modelPriceDraft }),
    reply: z.array(priceEffect),
  }),
}
