import type { UseQueryResult } from '@tanstack/react-query'
import { calls, type Drawing, type Page } from '@tollgate/contract'
import dayjs from 'dayjs'
import type { ListState } from '../../components/data-table/index.ts'
import { useTaskLog } from '../../components/use-task-log.ts'
import { sendWhole } from '../../lib/call.ts'

export const DRAWING_FILTERS = ['start_timestamp', 'end_timestamp', 'mj_id', 'channel_id'] as const
type DrawingFilter = (typeof DRAWING_FILTERS)[number]

/** The default range: the last 30 days, plus an hour for inaccurate clocks. */
export const usualDrawingTimes = () => [dayjs().subtract(30, 'day'), dayjs().add(1, 'hour')] as const

/** Admins see everybody's drawings, others their own. */
export const useDrawings = (list: ListState<DrawingFilter, 'drawings'>): UseQueryResult<Page<Drawing>> =>
  useTaskLog(list, {
    name: 'drawings',
    usualTimes: () => {
      const [start, end] = usualDrawingTimes()
      return { start_timestamp: start.valueOf(), end_timestamp: end.valueOf() }
    },
    all: query => sendWhole(calls.drawings.list, { query }),
    own: query => sendWhole(calls.drawings.listSelf, { query }),
  })
