import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChannelKeys, calls, type KeySpread } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

const nameOf = (id: number) => ['channel-keys', id]

export function useChannelKeys(id: number): UseQueryResult<ChannelKeys> {
  return useQuery({
    queryKey: nameOf(id),
    queryFn: () => send(calls.channelKeys.list, { params: { id } }),
    // calls change the states all the time
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

const REFRESH_MS = 10_000

/** An action on a channel's keys; each returns all of them. */
export type KeyChange =
  | { kind: 'add'; keys: string }
  | { kind: 'spread'; spread: KeySpread }
  | { kind: 'replace'; key: string; by: string }
  | { kind: 'turn'; key: string; enabled: boolean }
  | { kind: 'remove'; key: string }

export function useChangeKeys(id: number) {
  const client = useQueryClient()
  return useChange(
    async (change: KeyChange) => {
      const keys = await sendChange(id, change)
      client.setQueryData(nameOf(id), keys)
      return keys
    },
    { of: 'channels' },
  )
}

function sendChange(id: number, change: KeyChange): Promise<ChannelKeys> {
  switch (change.kind) {
    case 'add':
      return send(calls.channelKeys.add, { params: { id }, body: { keys: change.keys } })
    case 'spread':
      return send(calls.channelKeys.spread, { params: { id }, body: { spread: change.spread } })
    case 'replace':
      return send(calls.channelKeys.change, { params: { id, key: change.key }, body: { key: change.by } })
    case 'turn':
      return send(calls.channelKeys.change, { params: { id, key: change.key }, body: { enabled: change.enabled } })
    case 'remove':
      return send(calls.channelKeys.remove, { params: { id, key: change.key } })
  }
}
