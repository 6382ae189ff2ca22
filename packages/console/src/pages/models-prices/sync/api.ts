import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type PriceDifferences, type PriceList } from '@tollgate/contract'
import { send } from '../../../lib/call.ts'
import { useChange } from '../../../lib/use-change.ts'

const LISTS = 'price-lists'

export const usePriceLists = (): UseQueryResult<PriceList[]> =>
  useQuery({ queryKey: [LISTS], queryFn: () => send(calls.priceLists.list) })

export interface Margin {
  factor: number
  digits: number
}

/** The changes of accepting everything in a list. */
export const useDifferences = (id: number | undefined, margin: Margin): UseQueryResult<PriceDifferences> =>
  useQuery({
    queryKey: [LISTS, id, margin],
    queryFn: () => send(calls.priceLists.differences, { params: { id: id ?? 0 }, query: margin }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  })

export const useAddList = () =>
  useChange((body: InputOf<typeof calls.priceLists.create>['body']) => send(calls.priceLists.create, { body }), {
    of: LISTS,
    quiet: true,
  })

export const useReadList = () =>
  useChange((id: number) => send(calls.priceLists.read, { params: { id } }), { of: [LISTS, 'model-prices'] })

export const useRemoveList = () =>
  useChange((id: number) => send(calls.priceLists.remove, { params: { id } }), { of: [LISTS, 'model-prices'] })

/** Prices are shown in many places, so all queries are refetched. */
export const useAcceptPrices = () =>
  useChange(({ id, ...body }: { id: number } & InputOf<typeof calls.priceLists.accept>['body']) =>
    send(calls.priceLists.accept, { params: { id }, body }),
  )
