import { DEFAULT_PAGE_SIZE, type ListName, MAX_PAGE_SIZE } from '@tollgate/contract'
import { useSyncExternalStore } from 'react'
import { useLook } from '../../layout/use-look.ts'
import { useIsPhone } from '../use-is-phone.ts'

/** The height of a row in pixels, by list: the lists that fill the window. */
const ROW_HEIGHTS: Partial<Record<ListName, number>> = {
  channels: 39,
  users: 48,
  tokens: 39,
  logs: 38,
  redemptions: 39,
  tasks: 39,
  drawings: 39,
}
/** How much lower a row of the compact density is. */
const COMPACT_SAVES = 6
/** Pixels above and below the rows. */
const AROUND = 290
const SETTLING_MS = 200

/**
 * As many rows of a list as the window shows, but not fewer than the default; a phone has the default number of cards.
 */
export function useWindowRows(list: ListName | undefined): number {
  const isPhone = useIsPhone()
  const { density } = useLook()
  const height = useSyncExternalStore(onceResized, () => window.innerHeight)
  const rowHeight = list && ROW_HEIGHTS[list]
  if (isPhone || rowHeight === undefined) return DEFAULT_PAGE_SIZE
  const rows = Math.floor((height - AROUND) / (rowHeight - (density === 'compact' ? COMPACT_SAVES : 0)))
  return Math.min(MAX_PAGE_SIZE, Math.max(DEFAULT_PAGE_SIZE, rows))
}

function onceResized(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, SETTLING_MS)
  }
  addEventListener('resize', wait)
  return () => {
    clearTimeout(timer)
    removeEventListener('resize', wait)
  }
}
