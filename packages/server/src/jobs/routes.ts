import { calls } from '@tollgate/contract'
import { consoleError } from '../http/console-error.ts'
import { serve } from '../http/serve.ts'

export const jobEndpoints = [
  serve(calls.jobs.list, (_, { app }) => app.jobs.list()),

  serve(calls.jobs.run, async ({ params }, { app }) => {
    const started = await app.jobs.runNow(params.name)
    if (!started) throw consoleError('job_running')
    return started
  }),
]
