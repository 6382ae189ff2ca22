import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { modelPage } from './model-page.ts'

export const modelPageEndpoints = [
  serve(calls.pricing.model, async ({ query }, { app, caller }) => {
    const { page, groups } = await modelPage(app, caller, query.name)
    return new ExtendedReply(page, groups)
  }),
]
