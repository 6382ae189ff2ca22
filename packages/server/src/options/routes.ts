import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'

export const optionEndpoints = [
  serve(calls.options.list, (_, { world }) => world.options.all()),

  serve(calls.options.secrets, (_, { world }) => world.options.secretsSet()),

  serve(calls.options.update, async ({ body }, { world, caller }) => {
    await world.options.set(body.key, body.value)
    world.log.info({ key: body.key, userId: caller.id }, 'an option was changed')
    return null
  }),

  serve(calls.options.resetModelRatio, async (_, { world, caller }) => {
    for (const key of ['ModelRatio', 'CompletionRatio', 'CacheRatio'] as const) await world.options.reset(key)
    world.log.info({ userId: caller.id }, 'the ratios were reset')
    return null
  }),
]
