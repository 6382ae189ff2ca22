import { calls } from '@tollgate/contract'
import { readZeroBasedPage } from '../../platform/http/zero-based-page.ts'
import { serve } from '../context.ts'
import { tasksBy } from './store.ts'
import { toOwnTask, toTask } from './to-task.ts'

export const taskLogEndpoints = [
  serve(calls.tasks.list, ({ query }, { app, language }) => {
    const { rows, count } = tasksBy(app.reports, query)
    return readZeroBasedPage(rows, count, query, toTask(language))
  }),

  serve(calls.tasks.listSelf, ({ query }, { app, caller, language }) => {
    const { rows, count } = tasksBy(app.reports, { ...query, userId: caller.id })
    return readZeroBasedPage(rows, count, query, toOwnTask(language))
  }),
]
