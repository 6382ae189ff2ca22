import { LIST_SORTS, type ListName, PAGE_SIZES, type Sort } from '@tollgate/contract'
import { type Stored, useStored } from '../../lib/storage.ts'
import { type Filters, useAddress, useFilters } from './use-filters.ts'
import { useWindowRows } from './use-window-rows.ts'

export interface ListState<Filter extends string = string, List extends ListName = ListName> extends Filters<Filter> {
  /** Counts from 1. */
  page: number
  pageSize: number
  /** The default page size: as many rows as the window shows. */
  windowRows: number
  setPage: (page: number, pageSize: number) => void
  /** A column of the API, with a leading minus for descending order; empty: the list's default order. */
  sort: Sort<List>
  setSort: (sort: string) => void
}

/**
 * The state of a list. Filters, sort order and page are in the address, so a view can be shared; a chosen page size is
 * remembered.
 * @param list the list whose columns in the contract's table it can be sorted by; absent: none
 */
export function useListState<Filter extends string, List extends ListName = never>(
  names: readonly Filter[],
  rememberedSize: Stored<number | null>,
  list?: List,
): ListState<Filter, List> {
  const [address, write] = useAddress()
  const [storedSize, rememberSize] = useStored(rememberedSize)
  const windowRows = useWindowRows(rememberedSize)
  const pageSize = PAGE_SIZES.find(size => size === storedSize) ?? windowRows
  return {
    ...useFilters(names),
    page: Math.max(1, Number.parseInt(address.get('p') ?? '', 10) || 1),
    pageSize,
    windowRows,
    setPage: (page, size) => {
      if (size !== pageSize) rememberSize(size === windowRows ? null : size)
      write({ p: page > 1 ? String(page) : '' }, true)
    },
    sort: knownSort(address.get('sort') ?? '', list),
    setSort: sort => write({ sort, p: '' }),
  }
}

/** The address bar may contain anything. */
function knownSort<List extends ListName>(sort: string, list: List | undefined): Sort<List> {
  const columns: readonly string[] = list ? LIST_SORTS[list] : []
  return columns.includes(sort.startsWith('-') ? sort.slice(1) : sort) ? (sort as Sort<List>) : ''
}
