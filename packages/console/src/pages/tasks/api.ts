import type { UseQueryResult } from '@tanstack/react-query'
import { calls, type Page, type Task } from '@tollgate/contract'
import dayjs from 'dayjs'
import type { ListState } from '../../components/data-table/index.ts'
import { useTaskLog } from '../../components/use-task-log.ts'
import { sendWhole } from '../../lib/call.ts'

export const TASK_FILTERS = ['start_timestamp', 'end_timestamp', 'task_id', 'channel_id', 'platform', 'status'] as const
type TaskFilter = (typeof TASK_FILTERS)[number]

/** The default range: today, with an open end. */
export const usualTaskTimes = () => [dayjs().startOf('day'), null] as const

/** Admins see everybody's tasks, others their own. */
export const useTasks = (list: ListState<TaskFilter, 'tasks'>): UseQueryResult<Page<Task>> =>
  useTaskLog(list, {
    name: 'tasks',
    usualTimes: () => ({ start_timestamp: usualTaskTimes()[0].unix(), end_timestamp: 0 }),
    all: query => sendWhole(calls.tasks.list, { query }),
    own: query => sendWhole(calls.tasks.listSelf, { query }),
  })
