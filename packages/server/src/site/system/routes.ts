import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { databaseState } from './database-size.ts'

export const systemEndpoints = [
  serve(calls.system.get, async (_, { app }) => {
    const [nodes, database, redis] = await Promise.all([app.system.nodes(), databaseState(app), app.system.redis()])
    const checks_updates = app.options.get('UpdateCheckUrl') !== ''
    return { version: app.version, started_at: app.startedAt, checks_updates, nodes, database, redis }
  }),

  serve(calls.system.log, ({ query }, { app }) => app.system.log(query)),
]
