import { calls, type Page } from '@tollgate/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListState } from '../../components/data-table/index.ts'
import { scopeOf } from '../../lib/scope.ts'
import { useLive } from '../../lib/use-live.ts'
import { asQuery, type LogFilter, type LogRow, useIsOfAll } from './api.ts'

interface Shown {
  list: ListState<LogFilter>
  /** undefined while nothing, or another page, is shown. */
  page: Page<LogRow> | undefined
}

interface NewRows {
  count: number
  /** Call this when the reader has seen them. */
  markSeen(): void
}

/** How many rows matching the filters have come since the first page was loaded. Other pages show none. */
export function useNewRows({ list, page }: Shown): NewRows {
  const isOfAll = useIsOfAll(list.filters)
  // A member may be removed while a stream runs, so a team's rows are not followed.
  const isFollowed = list.page === 1 && scopeOf(list.filters).team_id === ''
  const after = page && Math.max(0, ...page.items.map(({ id }) => id))
  const watched = isFollowed && after !== undefined ? { ...asQuery(list.filters), after } : null
  const about = JSON.stringify(watched)
  const [news, setNews] = useState({ about, count: 0, seen: 0 })
  useLive(isOfAll ? calls.live.log : calls.live.logSelf, watched, ({ event, data }) => {
    if (event !== 'rows') return
    setNews(before => ({
      about,
      // The stream is this server's own.
      count: (data as { count: number }).count,
      seen: before.about === about ? before.seen : 0,
    }))
  })
  return {
    count: news.about === about ? Math.max(0, news.count - news.seen) : 0,
    // Long-running calls sort below the first page; they no longer count as new after that.
    markSeen: () => setNews({ ...news, seen: news.count }),
  }
}

const FOLLOW_PAUSE_MS = 2_000

/** Shows new rows as they arrive, with pauses, as long as that moves nothing the reader is looking at. */
export function useFollowing(isOn: boolean, { count, show, mayMove }: Following): void {
  const showUnlessRead = useEffectEvent(() => mayMove() && show())
  useEffect(() => {
    if (!isOn || count === 0) return
    showUnlessRead()
    const timer = setInterval(showUnlessRead, FOLLOW_PAUSE_MS)
    return () => clearInterval(timer)
  }, [isOn, count])
}

interface Following {
  count: number
  show: () => void
  mayMove: () => boolean
}
