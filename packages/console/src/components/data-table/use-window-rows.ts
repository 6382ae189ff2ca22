import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@tollgate/contract'
import { useSyncExternalStore } from 'react'
import { useLook } from '../../layout/use-look.ts'
import { type Stored, stored } from '../../lib/storage.ts'
import { useIsPhone } from '../use-is-phone.ts'

/** The lists that fill the window, by their remembered page size: the height of a row in pixels. */
const ROW_HEIGHTS = new Map<Stored<number | null>, number>([
  [stored.channelPageSize, 39],
  [stored.userPageSize, 48],
  [stored.tokenPageSize, 39],
  [stored.logPageSize, 38],
  [stored.redemptionPageSize, 39],
  [stored.listedOrderPageSize, 39],
  [stored.subscriptionPageSize, 39],
  [stored.messagePageSize, 39],
  [stored.taskPageSize, 39],
  [stored.drawingPageSize, 39],
])
/** How much lower a row of the compact density is. */
const COMPACT_SAVES = 6
/** Pixels above and below the rows. */
const AROUND = 290
const SETTLING_MS = 200

/**
 * As many rows of a list as the window shows, but not fewer than the default; a phone has the default number of cards.
 */
export function useWindowRows(rememberedSize: Stored<number | null>): number {
  const isPhone = useIsPhone()
  const { density } = useLook()
  const height = useSyncExternalStore(onceResized, () => window.innerHeight)
  const rowHeight = ROW_HEIGHTS.get(rememberedSize)
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
