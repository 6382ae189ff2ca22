import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { confirmationMeans, confirmationOptions, confirmByPasskey, confirmByText } from './confirm.ts'

/** How a user proves that a session is still theirs, as `http/check-identity.ts` requires. */
export const confirmationEndpoints = [
  serve(calls.confirmation.means, (_, context) => confirmationMeans(context)),

  serve(calls.confirmation.confirm, async ({ body }, context) => {
    await confirmByText(context, body)
    return null
  }),

  serve(calls.confirmation.passkeyOptions, (_, context) => confirmationOptions(context)),

  serve(calls.confirmation.confirmByPasskey, async ({ body }, context) => {
    await confirmByPasskey(context, body.credential)
    return null
  }),
]
