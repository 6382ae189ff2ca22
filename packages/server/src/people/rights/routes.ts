import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { giveRights } from './give-rights.ts'
import { listAdministrators } from './store.ts'

/** Who has which rights, and who gave them. */
export const rightsEndpoints = [
  serve(calls.rights.list, (_, { app }) => listAdministrators(app.db)),

  serve(calls.rights.give, ({ params, body }, context) => giveRights(context, params.id, body.rights)),
]
