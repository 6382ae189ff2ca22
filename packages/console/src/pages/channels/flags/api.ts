import { useQuery } from '@tanstack/react-query'
import { type ChannelFlag, calls } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

const NAME = 'channel-flags'

/** The flags of all channels. */
export function useFlags(): ChannelFlag[] {
  return useQuery({ queryKey: [NAME], queryFn: () => send(calls.channelFlags.list) }).data ?? NONE
}

const NONE: ChannelFlag[] = []

export const useDismissFlag = () =>
  useChange(
    ({ channel_id: id, kind, model }: ChannelFlag) =>
      send(calls.channelFlags.dismiss, { params: { id }, query: { kind, model } }),
    { of: NAME },
  )
