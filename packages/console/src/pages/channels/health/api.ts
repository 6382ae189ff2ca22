import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'

/** Events report calls sooner; rests end without one. */
const EVERY_MS = 15_000

/** The last hour of all channels, kept current. */
export const useChannelHealth = () =>
  useQuery({
    queryKey: ['channel-health'],
    queryFn: () => send(calls.channelHealths.list),
    refetchInterval: EVERY_MS,
    meta: { quiet: true },
  })
