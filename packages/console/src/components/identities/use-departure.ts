import { useMutation } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { sendWhole } from '../../lib/call.ts'
import { readStored, stored } from '../../lib/storage.ts'

/** Sends the browser to a site to sign in there, or to bind the account there to a signed-in user. */
export const useDeparture = () =>
  useMutation({
    mutationFn: async (provider: string) => {
      const query = { provider, aff: readStored(stored.inviteCode) }
      const { authorize_url } = await sendWhole(calls.identities.state, { query })
      if (authorize_url) location.assign(authorize_url)
    },
  })
