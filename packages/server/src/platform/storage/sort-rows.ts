import type { ListName, SortColumn } from '@tollgate/contract'
import { expressionBuilder, type OrderByItemBuilder, type RawBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** The sort expression for each column of a list. */
export type SortedBy<List extends ListName> = Readonly<Record<SortColumn<List>, RawBuilder<unknown>>>

/** A query before it is executed. */
interface Sortable<Rows> {
  orderBy(by: RawBuilder<unknown>, direction: (order: OrderByItemBuilder) => OrderByItemBuilder): Rows
}

/**
 * Sorts by the requested column, and rows with equal values by `usual`, which alone orders a list without a request.
 * Rows without a value come last in both directions.
 */
export function sortRows<Column extends string, Rows extends Sortable<Rows>>(
  rows: Rows,
  sort: '' | NoInfer<Column> | `-${NoInfer<Column>}`,
  by: Readonly<Record<Column, RawBuilder<unknown>>>,
  usual: (rows: Rows) => Rows,
): Rows {
  if (sort === '') return usual(rows)
  const { column, isDescending } = readSort<Column>(sort)
  return usual(rows.orderBy(by[column], order => (isDescending ? order.desc() : order.asc()).nullsLast()))
}

export function readSort<Column extends string>(
  sort: Column | `-${Column}`,
): { column: Column; isDescending: boolean } {
  const isDescending = sort.startsWith('-')
  // No column begins with a minus.
  return { column: (isDescending ? sort.slice(1) : sort) as Column, isDescending }
}

/** A column as it is. */
export const byColumn = (name: string): RawBuilder<unknown> => sql.ref(name)

/** A text whatever its case, in all alphabets on both databases. */
export const byText = (name: string): RawBuilder<unknown> =>
  sql`${expressionBuilder<Tables>().fn('lower', [sql.ref(name)])}`

/** Unchanged columns, by name; `table` if other tables have columns with these names. */
export const byColumns = <const Name extends string>(
  names: readonly Name[],
  table?: string,
): Record<Name, RawBuilder<unknown>> =>
  // One entry for each name.
  Object.fromEntries(names.map(name => [name, byColumn(table ? `${table}.${name}` : name)])) as Record<
    Name,
    RawBuilder<unknown>
  >
