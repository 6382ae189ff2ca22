import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@tollgate/contract'
import { useSearchParams } from 'react-router'
import { type Stored, useStored } from '../../lib/storage.ts'

export interface ListState<Filter extends string = string> {
  /** What each filter holds; an empty text filters nothing. */
  filters: Record<Filter, string>
  /** Counts from 1. */
  page: number
  pageSize: number
  isFiltered: boolean
  setFilters: (change: Partial<Record<Filter, string>>) => void
  clearFilters: () => void
  setPage: (page: number, pageSize: number) => void
}

/** What a list shows. Filters and page live in the address, so a view can be shared; the page size is remembered. */
export function useListState<Filter extends string>(
  names: readonly Filter[],
  rememberedSize: Stored<number | null>,
): ListState<Filter> {
  const [address, setAddress] = useSearchParams()
  const [storedSize, rememberSize] = useStored(rememberedSize)
  const each = (text: (name: Filter) => string) =>
    // One entry for each name.
    Object.fromEntries(names.map(name => [name, text(name)])) as Record<Filter, string>

  const write = (changes: Record<string, string | undefined>) =>
    setAddress(current => withChanges(current, changes), { replace: true })

  return {
    filters: each(name => address.get(name) ?? ''),
    page: Math.max(1, Number.parseInt(address.get('p') ?? '', 10) || 1),
    pageSize: PAGE_SIZES.find(size => size === storedSize) ?? DEFAULT_PAGE_SIZE,
    isFiltered: names.some(name => address.get(name)),
    setFilters: change => write({ ...change, p: '' }),
    clearFilters: () => write({ ...each(() => ''), p: '' }),
    setPage: (page, size) => {
      rememberSize(size)
      write({ p: page > 1 ? String(page) : '' })
    },
  }
}

/** An empty text takes its name out of the address. */
function withChanges(address: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}
