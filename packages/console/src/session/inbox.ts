import { useQuery } from '@tanstack/react-query'
import { calls, type InboxCounts } from '@tollgate/contract'
import { send } from '../lib/call.ts'
import { stored, useStored, writeStored } from '../lib/storage.ts'
import { useChange } from '../lib/use-change.ts'

/** How many messages the user has; it comes with the user’s own record. */
export const useInboxCounts = (): InboxCounts => useStored(stored.inbox)[0]

export const useInbox = () =>
  useQuery({ queryKey: ['inbox'], queryFn: () => send(calls.userMessages.inbox), staleTime: 0 })

export const useMarkRead = () =>
  useChange(
    async (ids: number[]) => writeStored(stored.inbox, await send(calls.userMessages.markRead, { body: { ids } })),
    { of: 'inbox' },
  )
