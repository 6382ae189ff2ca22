import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, MAX_PAGE_SIZE, type Page, REDEMPTION_STATUS, type Redemption } from '@tollgate/contract'
import type { ListState } from '../../components/data-table/index.ts'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

export const REDEMPTION_FILTERS = ['keyword', 'status'] as const

export function useRedemptions(
  list: ListState<(typeof REDEMPTION_FILTERS)[number], 'redemptions'>,
): UseQueryResult<Page<Redemption>> {
  const query = { ...list.filters, sort: list.sort, p: list.page, page_size: list.pageSize }
  return useQuery({
    queryKey: ['redemptions', query],
    queryFn: () =>
      list.isFiltered ? send(calls.redemptions.search, { query }) : send(calls.redemptions.list, { query }),
    placeholderData: keepPreviousData,
  })
}

/** The plans that new codes can grant. */
export const usePlanChoices = (isNew: boolean) =>
  useQuery({
    queryKey: ['plans', 'choices'],
    queryFn: isNew
      ? async () => (await send(calls.plans.list, { query: { page_size: MAX_PAGE_SIZE } })).items
      : skipToken,
  })

export type NewRedemptions = InputOf<typeof calls.redemptions.create>['body']
export type RedemptionChange = InputOf<typeof calls.redemptions.update>['body']

/** The form shows errors, so these two are quiet. */
export const useCreateRedemptions = () =>
  useChange((body: NewRedemptions) => send(calls.redemptions.create, { body }), { of: 'redemptions', quiet: true })
export const useUpdateRedemption = () =>
  useChange((body: RedemptionChange) => send(calls.redemptions.update, { body }), { of: 'redemptions', quiet: true })

export const useSwitchRedemption = () =>
  useChange(
    ({ id, isOn }: { id: number; isOn: boolean }) =>
      send(calls.redemptions.update, {
        query: { status_only: true },
        body: { id, status: isOn ? REDEMPTION_STATUS.unused : REDEMPTION_STATUS.disabled },
      }),
    { of: 'redemptions' },
  )

export const useDeleteRedemption = () =>
  useChange((id: number) => send(calls.redemptions.remove, { params: { id } }), { of: 'redemptions' })
