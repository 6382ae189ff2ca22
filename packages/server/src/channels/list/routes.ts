import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { listChannels } from './list-channels.ts'

export const channelListEndpoints = [
  serve(calls.channels.list, ({ query }, { app }) => listChannels(app, query)),

  serve(calls.channels.search, ({ query }, { app }) => listChannels(app, query)),
]
