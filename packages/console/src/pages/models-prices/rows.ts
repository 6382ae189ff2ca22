import type { ModelPrice } from '@tollgate/contract'
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

export const SORTS = ['model', 'margin', 'calls', 'quota'] as const
export type ModelSort = (typeof SORTS)[number]

/** By name ascending, by numbers descending; rows without the number come last. */
export function sortModels(rows: ModelRow[], by: ModelSort): ModelRow[] {
  const numberOf = {
    model: () => 0,
    margin: (row: ModelRow) => -(marginOf(row)?.overall ?? Number.POSITIVE_INFINITY),
    calls: ({ told }: ModelRow) => told.calls,
    quota: ({ told }: ModelRow) => told.quota,
  }[by]
  return rows.toSorted((one, other) => compare(numberOf(other), numberOf(one)) || one.id.localeCompare(other.id, 'en'))
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

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
