import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { VIEW_IN_ADDRESS } from '../../components/data-table/use-filters.ts'
import { PlaceLink } from '../../components/links/index.tsx'
import { places } from '../../lib/places.ts'
import { t } from '../../phrases/index.ts'
import type { LogFilter } from './api.ts'

interface FilterLinkProps {
  filter: LogFilter
  value: string
  children?: ReactNode
}

/** Narrows the log to a cell's value, in addition to its filters. A value that is already a filter is plain text. */
export function FilterLink({ filter, value, children = value }: FilterLinkProps) {
  const [address] = useSearchParams()
  if (value === '' || address.get(filter) === value) return children
  const { p: _, [VIEW_IN_ADDRESS]: __, ...kept } = Object.fromEntries(address)
  return (
    <PlaceLink to={places.calls({ ...kept, [filter]: value })} title={t('log.filterBy')}>
      {children}
    </PlaceLink>
  )
}
