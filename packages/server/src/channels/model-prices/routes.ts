import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { effectOfDraft } from './effect-of-draft.ts'
import { listModels } from './list-models.ts'

export const modelPriceEndpoints = [
  serve(calls.modelPrices.list, (_, { app }) => listModels(app)),
  serve(calls.modelPrices.effect, ({ body }, { app }) => effectOfDraft(body.draft, app)),
]
