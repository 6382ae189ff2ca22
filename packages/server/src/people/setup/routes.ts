import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { hasRootUser } from '../users/store.ts'
import { completeSetup } from './complete-setup.ts'
import { readFirstSteps } from './first-steps.ts'
import { isSetUp } from './store.ts'

export const setupEndpoints = [
  serve(calls.setup.get, async (_, { app }) => {
    const [status, root_init] = await Promise.all([isSetUp(app.db), hasRootUser(app.db)])
    return { status, root_init, database_type: app.databaseKind }
  }),

  serve(calls.setup.steps, (_, { app, caller }) => readFirstSteps(app.db, caller.id)),

  serve(calls.setup.complete, async ({ body }, { app }) => {
    await completeSetup(app, body)
    return null
  }),
]
