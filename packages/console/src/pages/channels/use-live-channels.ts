import { useQueryClient } from '@tanstack/react-query'
import { type Channel, calls, type Page } from '@tollgate/contract'
import { useState } from 'react'
import { useLive } from '../../lib/use-live.ts'
import { isAnotherPage, sameRowsAnew } from './same-rows-anew.ts'

interface Shown {
  queryKey: readonly unknown[]
  queryFn: () => Promise<Page<Channel>>
}

/**
 * Keeps the page of channels and their last hour current, whoever changes them, without moving rows. Returns whether other rows now
 * belong on the page.
 */
export function useLiveChannels({ queryKey, queryFn }: Shown): boolean {
  const client = useQueryClient()
  const place = JSON.stringify(queryKey)
  /** A page that was compared, and when it had been loaded. */
  const [changed, setChanged] = useState({ place, at: 0 })
  const readAt = () => client.getQueryState(queryKey)?.dataUpdatedAt ?? 0

  const renew = async () => {
    const at = readAt()
    const now = await queryFn()
    const shown = client.getQueryData<Page<Channel>>(queryKey)
    if (!shown || readAt() !== at) return
    client.setQueryData(queryKey, sameRowsAnew(shown, now), { updatedAt: at })
    if (isAnotherPage(shown, now)) setChanged({ place, at })
  }
  useLive(calls.live.channels, NO_QUERY, ({ event }) => {
    // A failed request is repeated at the next event.
    if (event !== 'health') renew().catch(() => undefined)
    void client.invalidateQueries({ queryKey: ['channel-health'] })
  })
  return changed.place === place && changed.at === readAt()
}

const NO_QUERY = {}
