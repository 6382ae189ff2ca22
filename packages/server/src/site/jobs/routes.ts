import { calls } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { serve } from '../context.ts'

export const jobEndpoints = [
  serve(calls.jobs.list, (_, { app }) => app.jobs.list()),

  serve(calls.jobs.runs, ({ params }, { app }) => app.jobs.runs(params.name)),

  serve(calls.jobs.run, async ({ params }, context) => {
    const started = await context.app.jobs.runNow(params.name)
    if (!started) throw consoleError('job_running')
    await recordAct(context, 'job_run', { job: params.name })
    return started
  }),
]
