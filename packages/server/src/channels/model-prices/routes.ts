import { calls } from '@tollgate/contract'
import { modelFacts, pricedNames } from '@tollgate/gateway'
import { mayDo } from '../../platform/http/rights.ts'
import { serve } from '../context.ts'
import { effectOfDraft } from './effect-of-draft.ts'
import { listModels } from './list-models.ts'

export const modelPriceEndpoints = [
  serve(calls.modelPrices.list, async (_, { app, caller }) => {
    const models = await listModels(app)
    if (mayDo(caller, 'channels.see')) return models
    return models.map(model => ({ ...model, channels: [], answered: 0, failed: 0 }))
  }),
  serve(calls.modelPrices.known, ({ query }) => {
    const known = modelFacts(pricedNames(query.model), { contextWindows: {}, metadata: {} }, new Date())
    return { maker: known.maker, context_window: known.contextWindow, abilities: known.abilities }
  }),
  serve(calls.modelPrices.effect, ({ body }, { app }) => effectOfDraft(body.draft, app)),
]
