import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  ACT_KINDS,
  calls,
  LOG_TYPE,
  type Log,
  type LogOther,
  type LogStat,
  type Page,
  type ReplyOf,
  type SearchedColumn,
  searchedColumns,
  splitList,
} from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { readOther } from '../../lib/log-other.ts'
import { isRowId } from '../../lib/row-id.ts'
import { SCOPE_FILTERS, scopeOf } from '../../lib/scope.ts'
import { useMay } from '../../session/user.ts'

const NAMED_FILTERS = [
  'start_timestamp',
  'end_timestamp',
  'token_name',
  'model_name',
  'type',
  'group',
  'request_id',
  'channel',
  'username',
  'act',
  'token_id',
  'error_code',
  'conversation',
  ...SCOPE_FILTERS,
] as const
export type LogFilter = (typeof NAMED_FILTERS)[number] | SearchedColumn
/** Searchable columns of the contract's table without a filter field here. Links set them. */
export const otherSearched = searchedColumns.filter(name => !NAMED_FILTERS.some(named => named === name))
export const LOG_FILTERS: readonly LogFilter[] = [...NAMED_FILTERS, ...otherSearched]

/** A log row with its `other` parsed. */
export interface LogRow extends Log {
  details: LogOther
}

/** `sorted_since`: only rows since then were sorted; absent: all were. */
export type LogPage = Page<LogRow> & Pick<ReplyOf<typeof calls.logs.list>, 'sorted_since'>

/** Stands for every reason of a failure. */
export const ANY_CAUSE = '%'
const LONGEST_CAUSE = 64
const LONGEST_CONVERSATION = 32
const LIVE_EVERY_MS = 3_000

/** Whether a page with these filters shows everybody's rows: to administrators who have not chosen a team. */
export const useIsOfAll = (filters: Record<LogFilter, string>): boolean =>
  useMay('logs') && scopeOf(filters).team_id === ''

/** Admins see everybody's log, others their own or a team's. The rows on screen do not move by themselves; see `useNewRows`. */
export function useLogs(list: ListState<LogFilter, 'logs'>): UseQueryResult<LogPage> {
  const isOfAll = useIsOfAll(list.filters)
  const query = { ...asQuery(list.filters), sort: list.sort, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['logs', isOfAll, query],
    queryFn: () => (isOfAll ? send(calls.logs.list, { query }) : send(calls.logs.listSelf, { query })),
    select: withDetails,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}

/** In live mode, refreshed every few seconds. */
export function useLogStat(filters: Record<LogFilter, string>, isLive: boolean): UseQueryResult<LogStat> {
  const isOfAll = useIsOfAll(filters)
  return useQuery({
    queryKey: ['log-stat', isOfAll, filters],
    queryFn: () =>
      isOfAll
        ? send(calls.logs.stat, { query: asQuery(filters) })
        : send(calls.logs.statSelf, { query: asQuery(filters) }),
    placeholderData: keepPreviousData,
    ...(isLive && { refetchInterval: LIVE_EVERY_MS }),
  })
}

/** The address bar may contain anything: an unknown kind of rows or acts, or an invalid channel id, filters nothing. */
export const asQuery = (filters: Record<LogFilter, string>) => ({
  ...filters,
  ...scopeOf(filters),
  act: ACT_KINDS.find(kind => kind === filters.act) ?? ('' as const),
  type: those(filters.type, type => TYPES.includes(type)),
  channel: those(filters.channel, isRowId),
  token_id: those(filters.token_id, isRowId),
  error_code: splitList(filters.error_code)
    .map(code => code.slice(0, LONGEST_CAUSE))
    .join(','),
  conversation: filters.conversation.slice(0, LONGEST_CONVERSATION),
})

const TYPES = Object.values(LOG_TYPE).map(String)

const those = (values: string, are: (value: string) => boolean): string => splitList(values).filter(are).join(',')

function withDetails(page: ReplyOf<typeof calls.logs.list>): LogPage {
  return { ...page, items: page.items.map(log => ({ ...log, details: readOther(log.other) })) }
}
