import type { ModelPrice } from '@tollgate/contract'
import { columnOf, directionOf } from '../../components/data-table/sorts.ts'
import { marginOf } from '../settings/prices/margin.ts'
import { type PriceRow, priceRows, ratioOf } from '../settings/prices/price-rows.ts'
import { type OwnPrice, type PriceTables, priceIn } from '../settings/prices/price-tables.ts'

/** A model of the page. */
export interface ModelRow extends PriceRow {
  told: ModelPrice
}

export function modelRows(models: ModelPrice[], tables: PriceTables): ModelRow[] {
  const priced = models.flatMap(({ source, ...told }) => (source === 'none' ? [] : [{ ...told, source }]))
  const rows = new Map(priceRows(tables, tables, priced).map(row => [row.id, row]))
  return models.map(told => {
    const none = { id: told.model, own: priceIn(tables, told.model), standard: {}, isOwn: false, list: null }
    return { ...(rows.get(told.model) ?? none), told }
  })
}

export const VIEWS = ['unpriced', 'unserved', 'belowCost', 'older'] as const
type ModelView = (typeof VIEWS)[number]

const passes: Record<ModelView, (row: ModelRow) => boolean> = {
  unpriced: ({ told }) => told.source === 'none' && told.calls > 0,
  unserved: ({ told }) => told.source !== 'none' && told.channels.length === 0,
  belowCost: row => (marginOf(row)?.overall ?? 0) < 0,
  older: ({ told }) => told.origin?.is_older === true,
}

export const isView = (text: string): text is ModelView => Object.hasOwn(passes, text)
export const rowsOfView = (rows: ModelRow[], view: ModelView): ModelRow[] => rows.filter(passes[view])

/** Most revenue first. */
export const USUAL_SORT = '-quota'

const VALUES = {
  model: ({ id }: ModelRow) => id.toLowerCase(),
  margin: (row: ModelRow) => marginOf(row)?.overall ?? null,
  calls: ({ told }: ModelRow) => told.calls,
  quota: ({ told }: ModelRow) => told.quota,
} as const
export type ModelSort = keyof typeof VALUES

/** Rows without the value come last in either direction, equal ones by name; an unknown sort leaves the order. */
export function sortModels(rows: ModelRow[], sort: string): ModelRow[] {
  const column = columnOf(sort)
  if (!Object.hasOwn(VALUES, column)) return rows
  const sortedBy = VALUES[column as ModelSort]
  const sign = directionOf(sort) === 'descending' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [sortedBy(one), sortedBy(other)]
    if (first === second) return one.id.localeCompare(other.id, 'en')
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first < second ? -sign : sign
  })
}

/** The price in force, with the price list's numbers if the operator set none. */
export function priceInForce(row: PriceRow): OwnPrice {
  const price = row.own.price ?? (row.own.ratio === undefined ? row.standard.price : undefined)
  if (price !== undefined) return { price }
  const parts = (['ratio', 'completionRatio', 'cacheRatio'] as const).flatMap(part => {
    const value = ratioOf(row, part)
    return value === undefined ? [] : [[part, value] as const]
  })
  return Object.fromEntries(parts)
}
