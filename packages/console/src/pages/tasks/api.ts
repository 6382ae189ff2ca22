import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Page, type Task } from '@tollgate/contract'
import dayjs from 'dayjs'
import type { ListState } from '../../components/data-table/index.ts'
import { asPage, UNFINISHED_EVERY_MS } from '../../components/task-pages.ts'
import { sendWhole } from '../../lib/call.ts'
import { useIsAdmin } from '../../session/user.ts'

export const TASK_FILTERS = ['start_timestamp', 'end_timestamp', 'task_id', 'channel_id'] as const
export type TaskFilter = (typeof TASK_FILTERS)[number]

/** Shown where no time was chosen: today, with an open end. */
export const usualTaskTimes = () => [dayjs().startOf('day'), null] as const

/** Admins read everybody's tasks, others their own; again and again while one of them is not finished. */
export function useTasks(list: ListState<TaskFilter>): UseQueryResult<Page<Task>> {
  const isAdmin = useIsAdmin()
  const { filters, page, pageSize } = list
  return useQuery({
    queryKey: ['tasks', isAdmin, filters, page, pageSize],
    queryFn: async () => {
      const { channel_id, ...own } = { ...filters, ...timesOf(filters), p: page - 1, page_size: pageSize }
      const reply = isAdmin
        ? await sendWhole(calls.tasks.list, { query: { ...own, channel_id } })
        : await sendWhole(calls.tasks.listSelf, { query: own })
      return asPage(reply, list)
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? UNFINISHED_EVERY_MS : false),
  })
}

function timesOf({ start_timestamp, end_timestamp }: ListState<TaskFilter>['filters']) {
  if (start_timestamp || end_timestamp) return { start_timestamp, end_timestamp }
  return { start_timestamp: usualTaskTimes()[0].unix(), end_timestamp: 0 }
}

const isUnfinished = ({ progress, finish_time }: Task) => progress !== '100%' && finish_time === 0
