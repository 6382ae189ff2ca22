import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { hasRootUser } from '../users/store.ts'
import { completeSetup } from './complete-setup.ts'
import { isSetUp } from './store.ts'

export const setupEndpoints = [
  serve(calls.setup.get, async (_, { world }) => {
    const [status, root_init] = await Promise.all([isSetUp(world.db), hasRootUser(world.db)])
    return { status, root_init, database_type: world.databaseKind }
  }),

  serve(calls.setup.complete, async ({ body }, { world }) => {
    await completeSetup(world, body)
    return null
  }),
]
