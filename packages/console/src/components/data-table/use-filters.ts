import { startTransition } from 'react'
import { useSearchParams } from 'react-router'

export interface Filters<Filter extends string = string> {
  /** The value of each filter; an empty text filters nothing. */
  filters: Record<Filter, string>
  isFiltered: boolean
  setFilters: (change: Partial<Record<Filter, string>>) => void
  clearFilters: () => void
}

/** Filters that live in the address. Changing one goes back to the first page; the page is drawn in slices, between which it answers. */
export function useFilters<Filter extends string>(names: readonly Filter[]): Filters<Filter> {
  const [address, writeNow] = useAddress()
  const write: typeof writeNow = changes => startTransition(() => writeNow(changes))
  const each = (text: (name: Filter) => string) =>
    // One entry for each name.
    Object.fromEntries(names.map(name => [name, text(name)])) as Record<Filter, string>
  return {
    filters: each(name => address.get(name) ?? ''),
    isFiltered: names.some(name => address.get(name)),
    setFilters: change => write({ ...change, p: '' }),
    clearFilters: () => write({ ...each(() => ''), p: '' }),
  }
}

/** A shared view has its name here, until its filters, sort order or columns change. */
export const VIEW_IN_ADDRESS = 'view'

type Changes = Record<string, string | undefined>

/** The address's query, and how to change it: in place, or as a step of the browser's history. */
export function useAddress(): [URLSearchParams, (changes: Changes, isStep?: boolean) => void] {
  const [address, setAddress] = useSearchParams()
  return [
    address,
    // Changes the browser's address: a transition may still render an earlier one.
    (changes, isStep = false) => setAddress(withChanges(location.search, changes), { replace: !isStep }),
  ]
}

/** An empty text removes its name from the address. What is shown then is no longer the named view, unless only the page changes. */
function withChanges(search: string, changes: Changes): URLSearchParams {
  const address = new URLSearchParams(search)
  const next = new URLSearchParams(address)
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
    if (name !== 'p' && next.get(name) !== address.get(name)) next.delete(VIEW_IN_ADDRESS)
  }
  return next
}
