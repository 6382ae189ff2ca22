import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { readPage } from '../storage/page.ts'
import { logStat } from './stat.ts'
import { deleteLogsBefore, logsBy } from './store.ts'
import { toLog, toOwnLog } from './to-log.ts'

export const logEndpoints = [
  serve(calls.logs.list, ({ query }, { world, language }) => {
    const { rows, count } = logsBy(world.db, query)
    return readPage(rows, count, query, toLog({ language, options: world.options }))
  }),

  serve(calls.logs.listSelf, ({ query }, { world, caller, language }) => {
    const { rows, count } = logsBy(world.db, { ...query, userId: caller.id })
    return readPage(rows, count, query, toOwnLog({ language, options: world.options }))
  }),

  serve(calls.logs.stat, ({ query }, { world }) => logStat(world, query)),

  serve(calls.logs.statSelf, ({ query }, { world, caller }) => logStat(world, { ...query, userId: caller.id })),

  serve(calls.logs.clear, ({ query }, { world }) => deleteLogsBefore(world.db, query.target_timestamp)),
]
