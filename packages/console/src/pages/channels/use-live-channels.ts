import { useQueryClient } from '@tanstack/react-query'
import { type Channel, calls, type ListedChannel, type Page } from '@tollgate/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../lib/use-live.ts'

interface Shown {
  queryKey: readonly unknown[]
  queryFn: () => Promise<Page<Channel>>
}

/** There are hundreds of calls. */
const HEALTH_PAUSE_MS = 2_000
/** Rests end without an event. */
const EVERY_MS = 15_000

/**
 * Keeps the page of channels and their last hour current, whoever changes them, without moving rows. Returns whether
 * other rows now belong on the page. Movements caused only by calls are not reported, because there are always some.
 */
export function useLiveChannels({ queryKey, queryFn }: Shown): boolean {
  const client = useQueryClient()
  const place = JSON.stringify(queryKey)
  /** A compared page, and when it was loaded. */
  const [changed, setChanged] = useState({ place, at: 0 })
  const readAt = () => client.getQueryState(queryKey)?.dataUpdatedAt ?? 0

  const renew = async (isTold: boolean) => {
    const at = readAt()
    const now = await queryFn()
    const shown = client.getQueryData<Page<Channel>>(queryKey)
    if (!shown || readAt() !== at) return
    client.setQueryData(queryKey, sameRowsAnew(shown, now), { updatedAt: at })
    if (isTold && isAnotherPage(shown, now)) setChanged({ place, at })
  }
  // A failed request is repeated at the next event.
  const renewHealth = useEffectEvent(() => {
    renew(false).catch(() => undefined)
    void client.invalidateQueries({ queryKey: ['channel-health'] })
  })
  const hasResting = useEffectEvent(() =>
    client.getQueryData<Page<ListedChannel>>(queryKey)?.items.some(({ hour }) => hour?.troubles.includes('resting')),
  )
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(calls.live.channels, NO_QUERY, ({ event }) => {
    if (event !== 'health') renew(true).catch(() => undefined)
    pause.current ??= setTimeout(() => {
      pause.current = undefined
      renewHealth()
    }, HEALTH_PAUSE_MS)
  })
  useEffect(() => {
    const timer = setInterval(() => hasResting() && renewHealth(), EVERY_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(pause.current)
    }
  }, [])
  return changed.place === place && changed.at === readAt()
}

const NO_QUERY = {}

interface Kept {
  id: number
}

/** The shown rows in their places, with their current values; a removed row stays as it was. */
export function sameRowsAnew<Row extends Kept>(shown: Page<Row>, now: Page<Row>): Page<Row> {
  const rows = new Map(now.items.map(row => [row.id, row]))
  return { ...shown, items: shown.items.map(row => rows.get(row.id) ?? row) }
}

/** Whether the page would now have other rows, or another order. */
export const isAnotherPage = (shown: Page<Kept>, now: Page<Kept>): boolean =>
  shown.total !== now.total || shown.items.map(({ id }) => id).join() !== now.items.map(({ id }) => id).join()
