import { type ListedColumn, type Log, listedColumns, type SearchedColumn, searchedColumns } from '@tollgate/contract'
import type { ReactNode } from 'react'
import type { Column } from '../../components/data-table/index.ts'
import { Quota } from '../../components/quota.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { t } from '../../phrases/index.ts'
import type { LogRow } from './api.ts'
import { CALL_DECIMALS } from './call-decimals.ts'
import { FilterLink } from './filter-link.tsx'

/** The columns that the contract's table puts into the list, except `names`, which the page shows in its own way. */
export const listedColumnsBut = (names: readonly ListedColumn[], isAdmin: boolean): Column<LogRow>[] =>
  listedColumns
    .filter(({ name, adminOnly }) => !names.includes(name) && (isAdmin || !adminOnly))
    .map(({ name }) => listedColumn(name))

/** A column of the list as the table describes it. */
export function listedColumn(wanted: ListedColumn): Column<LogRow> {
  // The names are the table's own.
  const column = listedColumns.find(({ name }) => name === wanted) as Described
  const { width, maxWidth, rank, isOptional } = column.list
  return {
    key: wanted,
    title: t(`log.columns.${wanted}`),
    width,
    ...(maxWidth !== undefined && { maxWidth }),
    ...(rank !== undefined && { rank }),
    ...(isOptional && { optional: true }),
    numeric: column.kind === 'integer',
    render: row => cellOf(column, row),
  }
}

type Described = (typeof listedColumns)[number]

function cellOf({ name, api, unit }: Described, row: LogRow): ReactNode {
  const value = row[(api ?? name) as keyof Log]
  if (!value) return null
  if (isSearched(name)) return <FilterLink filter={name} value={String(value)} />
  if (value === true) return '✓'
  if (typeof value === 'string') return value
  if (unit === 'quota') return <Quota value={value} decimals={CALL_DECIMALS} />
  if (unit) return formatDuration(unit === 'milliseconds' ? value / 1000 : value)
  return formatNumber(value)
}

const isSearched = (name: string): name is SearchedColumn => searchedColumns.some(searched => searched === name)
