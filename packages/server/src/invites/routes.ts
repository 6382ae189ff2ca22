import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { transferEarnings } from './transfer.ts'

export const inviteEndpoints = [
  serve(calls.invites.code, (_, { caller }) => caller.aff_code),

  serve(calls.invites.transfer, async ({ body }, { world, caller }) => {
    await transferEarnings(world, caller, body.quota)
    return null
  }),
]
