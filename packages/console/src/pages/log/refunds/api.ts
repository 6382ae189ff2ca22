import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  calls,
  type InputOf,
  LOG_TYPE,
  type Page,
  type Refund,
  type RefundBatch,
  type RefundPreview,
} from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useMay } from '../../../session/user.ts'
import { asQuery, type LogFilter, type LogRow } from '../api.ts'

/** The polling interval while a refund by a filter runs. */
const LOOK_EVERY_MS = 1_000
const SHOWN_BATCHES = 5

/** A team's calls name their member. */
export const teamOf = ({ details, user_id }: LogRow) => (details.member ? { team_id: user_id } : {})

/** Whether a row may have been refunded, or can be. */
export const isRefundable = ({ type, quota, details }: LogRow): boolean =>
  type === LOG_TYPE.consume && quota + (details.uncollected ?? 0) > 0 && !details.task

export function useRefunds(row: LogRow): UseQueryResult<Refund[]> {
  const isAdmin = useMay('logs')
  const query = { log_id: row.id, ...teamOf(row) }
  return useQuery({
    queryKey: ['refunds', isAdmin, row.id],
    queryFn: () => send(isAdmin ? calls.refunds.list : calls.refunds.listSelf, { query }),
  })
}

export const useRefund = () =>
  useChange((body: InputOf<typeof calls.refunds.create>['body']) => send(calls.refunds.create, { body }), {
    of: ['refunds', 'users'],
    quiet: true,
  })

/** null: they have no time range. */
export function filtersToRefund(filters: Record<LogFilter, string>) {
  const { type, act, ...query } = asQuery(filters)
  return query.start_timestamp && query.end_timestamp ? query : null
}

type Filters = NonNullable<ReturnType<typeof filtersToRefund>>

export const useRefundPreview = (filters: Filters | null): UseQueryResult<RefundPreview> =>
  useQuery({
    queryKey: ['refunds', 'preview', filters],
    queryFn: () => send(calls.refunds.preview, { body: filters as Filters }),
    enabled: filters !== null,
  })

export const useRefundBatches = (): UseQueryResult<Page<RefundBatch>> =>
  useQuery({
    queryKey: ['refunds', 'batches'],
    queryFn: () => send(calls.refunds.listBatches, { query: { page_size: SHOWN_BATCHES } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state }) => state === 'running' || state === 'undoing') ? LOOK_EVERY_MS : false,
  })

export const useBeginRefund = () =>
  useChange((body: Filters & { reason: string }) => send(calls.refunds.createBatch, { body }), {
    of: 'refunds',
    quiet: true,
  })

export const useUndoRefund = () =>
  useChange((id: number) => send(calls.refunds.undoBatch, { params: { id } }), { of: 'refunds' })
