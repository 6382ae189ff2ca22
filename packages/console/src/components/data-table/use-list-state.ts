import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@tollgate/contract'
import { type Stored, useStored } from '../../lib/storage.ts'
import { type Filters, useAddress, useFilters } from './use-filters.ts'

export interface ListState<Filter extends string = string> extends Filters<Filter> {
  /** Counts from 1. */
  page: number
  pageSize: number
  setPage: (page: number, pageSize: number) => void
}

/** The state of a list. Filters and page are in the address, so a view can be shared; the page size is remembered. */
export function useListState<Filter extends string>(
  names: readonly Filter[],
  rememberedSize: Stored<number | null>,
): ListState<Filter> {
  const [address, write] = useAddress()
  const [storedSize, rememberSize] = useStored(rememberedSize)
  return {
    ...useFilters(names),
    page: Math.max(1, Number.parseInt(address.get('p') ?? '', 10) || 1),
    pageSize: PAGE_SIZES.find(size => size === storedSize) ?? DEFAULT_PAGE_SIZE,
    setPage: (page, size) => {
      rememberSize(size)
      write({ p: page > 1 ? String(page) : '' }, true)
    },
  }
}
