import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Drawing, type Page } from '@tollgate/contract'
import dayjs from 'dayjs'
import type { ListState } from '../../components/data-table/index.ts'
import { asPage, UNFINISHED_EVERY_MS } from '../../components/task-pages.ts'
import { sendWhole } from '../../lib/call.ts'
import { useIsAdmin } from '../../session/user.ts'

export const DRAWING_FILTERS = ['start_timestamp', 'end_timestamp', 'mj_id', 'channel_id'] as const
export type DrawingFilter = (typeof DRAWING_FILTERS)[number]

/** Shown where no time was chosen: the last 30 days, and an hour to come for clocks that differ. */
export const usualDrawingTimes = () => [dayjs().subtract(30, 'day'), dayjs().add(1, 'hour')] as const

/** Admins read everybody's drawings, others their own; again and again while one of them is not finished. */
export function useDrawings(list: ListState<DrawingFilter>): UseQueryResult<Page<Drawing>> {
  const isAdmin = useIsAdmin()
  const { filters, page, pageSize } = list
  return useQuery({
    queryKey: ['drawings', isAdmin, filters, page, pageSize],
    queryFn: async () => {
      const { channel_id, ...own } = { ...filters, ...timesOf(filters), p: page - 1, page_size: pageSize }
      const reply = isAdmin
        ? await sendWhole(calls.drawings.list, { query: { ...own, channel_id } })
        : await sendWhole(calls.drawings.listSelf, { query: own })
      return asPage(reply, list)
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? UNFINISHED_EVERY_MS : false),
  })
}

function timesOf({ start_timestamp, end_timestamp }: ListState<DrawingFilter>['filters']) {
  if (start_timestamp || end_timestamp) return { start_timestamp, end_timestamp }
  const [start, end] = usualDrawingTimes()
  return { start_timestamp: start.valueOf(), end_timestamp: end.valueOf() }
}

const isUnfinished = ({ progress, finish_time }: Drawing) => progress !== '100%' && finish_time === 0
