import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Page } from '@tollgate/contract'
import { againAfterFailure } from '../lib/again-after-failure.ts'
import { useMay } from '../session/user.ts'
import type { ListState } from './data-table/index.ts'

/** How often a list is reloaded while something in it is unfinished. */
const UNFINISHED_EVERY_MS = 5_000

type TaskFilter = 'start_timestamp' | 'end_timestamp' | 'channel_id'
interface Times {
  start_timestamp: number
  end_timestamp: number
}

/** The drawing and task logs are plain lists, whose pages count from 0. */
interface Reply<Row> {
  data: Row[]
  total: number
}

interface TaskLog<Query, Row> {
  name: 'drawings' | 'tasks'
  /** The range shown if none is chosen. */
  usualTimes: () => Times
  /** Everybody's rows, for administrators. */
  all: (query: Query & { channel_id: string }) => Promise<Reply<Row>>
  own: (query: Query) => Promise<Reply<Row>>
}

type QueryOf<Filter extends string> = Record<Exclude<Filter, TaskFilter>, string> &
  Record<keyof Times, number | string> & { p: number; page_size: number }

/** Loads a page of the drawing or task log, repeatedly while something in it is unfinished. */
export function useTaskLog<Filter extends string, Row extends { progress: string; finish_time: number }>(
  list: ListState<Filter | TaskFilter>,
  { name, usualTimes, all, own }: TaskLog<QueryOf<Filter>, Row>,
): UseQueryResult<Page<Row>> {
  const isAdmin = useMay('logs')
  const { filters, sort, page, pageSize } = list
  return useQuery({
    queryKey: [name, isAdmin, filters, sort, page, pageSize],
    queryFn: async () => {
      const { channel_id, ...rest }: Record<string, string> = filters
      const isTimed = filters.start_timestamp !== '' || filters.end_timestamp !== ''
      // The rest are this log's own filters and sorts.
      const query = {
        ...rest,
        sort,
        ...(!isTimed && usualTimes()),
        p: page - 1,
        page_size: pageSize,
      } as QueryOf<Filter>
      const { data, total } = await (isAdmin ? all({ ...query, channel_id: channel_id ?? '' }) : own(query))
      return { items: data, page, page_size: pageSize, total }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(isUnfinished) ? UNFINISHED_EVERY_MS : againAfterFailure(state),
  })
}

const isUnfinished = ({ progress, finish_time }: { progress: string; finish_time: number }) =>
  progress !== '100%' && finish_time === 0
