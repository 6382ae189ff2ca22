import { useSearchParams } from 'react-router'

export interface Filters<Filter extends string = string> {
  /** The value of each filter; an empty text filters nothing. */
  filters: Record<Filter, string>
  isFiltered: boolean
  setFilters: (change: Partial<Record<Filter, string>>) => void
  clearFilters: () => void
}

/** Filters that live in the address. Changing one goes back to the first page. */
export function useFilters<Filter extends string>(names: readonly Filter[]): Filters<Filter> {
  const [address, write] = useAddress()
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

type Changes = Record<string, string | undefined>

/** The address's query, and how to change it: in place, or as a step of the browser's history. */
export function useAddress(): [URLSearchParams, (changes: Changes, isStep?: boolean) => void] {
  const [address, setAddress] = useSearchParams()
  return [
    address,
    (changes, isStep = false) => setAddress(current => withChanges(current, changes), { replace: !isStep }),
  ]
}

/** An empty text removes its name from the address. */
function withChanges(address: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, text] of Object.entries(changes)) {
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}
