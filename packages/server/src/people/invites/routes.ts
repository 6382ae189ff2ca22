import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { transferEarnings } from './transfer.ts'

export const inviteEndpoints = [
  serve(calls.invites.code, (_, { caller }) => caller.aff_code),

  serve(calls.invites.transfer, async ({ body }, { app, caller }) => {
    await transferEarnings(app, caller, body.quota)
    return null
  }),
]
