import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { databaseState } from './database-size.ts'
import { storageGrowth } from './storage-sizes.ts'

export const systemEndpoints = [
  serve(calls.system.get, async (_, { app }) => {
    const [nodes, database, redis, growth] = await Promise.all([
      app.system.nodes(),
      databaseState(app),
      app.system.redis(),
      storageGrowth(app),
    ])
    const { measured_at, tables } = growth
    const checks_updates = app.options.get('UpdateCheckUrl') !== ''
    return {
      version: app.version,
      started_at: app.startedAt,
      checks_updates,
      nodes,
      database: { ...database, measured_at, tables },
      redis: redis && { ...redis, ...growth.redis },
    }
  }),

  serve(calls.system.log, ({ query }, { app }) => app.system.log(query)),
]
