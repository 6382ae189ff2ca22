import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

/** Events tell of calls sooner; what rests goes on by itself. */
const EVERY_MS = 15_000

/** The last hour of all channels, as it goes on. */
export const useChannelHealth = () =>
  useQuery({
    queryKey: ['channel-health'],
    queryFn: () => send(calls.channelHealths.list),
    refetchInterval: EVERY_MS,
    meta: { quiet: true },
  })
