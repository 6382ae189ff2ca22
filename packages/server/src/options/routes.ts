import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'

export const optionEndpoints = [
  serve(calls.options.list, (_, { app }) => app.options.all()),

  serve(calls.options.secrets, (_, { app }) => app.options.secretsSet()),

  serve(calls.options.update, async ({ body }, { app, caller }) => {
    await app.options.set(body.key, body.value)
    app.log.info({ key: body.key, userId: caller.id }, 'an option was changed')
    return null
  }),

  serve(calls.options.resetModelRatio, async (_, { app, caller }) => {
    for (const key of ['ModelRatio', 'CompletionRatio', 'CacheRatio'] as const) await app.options.reset(key)
    app.log.info({ userId: caller.id }, 'the ratios were reset')
    return null
  }),
]
