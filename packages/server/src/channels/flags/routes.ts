import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { serve } from '../context.ts'
import { allFlags, removeFlag } from './store.ts'

export const channelFlagEndpoints = [
  serve(calls.channelFlags.list, (_, { app }) => allFlags(app.db)),

  serve(calls.channelFlags.dismiss, async ({ params, query }, { app }) => {
    if (!(await removeFlag(app.db, params.id, query.kind, query.model))) throw consoleError('channel_flag_not_found')
    return null
  }),
]
