import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import type { PriceRow } from '../settings/prices/price-rows.ts'
import type { OwnPrice } from '../settings/prices/price-tables.ts'
import type { Prices } from './api.ts'
import { priceInForce } from './rows.ts'

/** A change of many prices at once. */
export type Bulk =
  | { mode: 'factor'; factor: number }
  /** Rounds to a multiple of this many dollars per million tokens, or per call; at least one step. */
  | { mode: 'round'; step: number }
  | { mode: 'copy'; from: PriceRow }

export const BULK_MODES = ['factor', 'round', 'copy'] as const satisfies Bulk['mode'][]

/**
 * The models' own prices after a change. Models without a price stay out, except when copying, and so do those with a
 * document: a ratio would replace everything it expresses. A price that numbers express only partly cannot be copied.
 */
export function afterBulk(rows: readonly PriceRow[], bulk: Bulk): Prices {
  return Object.fromEntries(
    rows.flatMap(row => {
      const price = bulk.mode === 'copy' ? copied(bulk.from) : changed(row, bulk)
      return price ? [[row.id, price]] : []
    }),
  )
}

const copied = (from: PriceRow): OwnPrice | null => (from.document === 'partly' ? null : priceInForce(from))

function changed(row: PriceRow, bulk: Exclude<Bulk, { mode: 'copy' }>): OwnPrice | null {
  if (row.document) return null
  const { price, ratio } = priceInForce(row)
  if (price !== undefined) return { price: amountAfter(price, bulk) }
  if (ratio === undefined) return null
  return { ...row.own, ratio: tidy(amountAfter(ratio * DOLLARS_AT_RATIO_1, bulk) / DOLLARS_AT_RATIO_1) }
}

function amountAfter(dollars: number, bulk: Exclude<Bulk, { mode: 'copy' }>): number {
  if (bulk.mode === 'factor' || dollars === 0) return tidy(bulk.mode === 'factor' ? dollars * bulk.factor : 0)
  return tidy(Math.max(1, Math.round(dollars / bulk.step)) * bulk.step)
}

/** Removes the noise of binary fractions. */
const tidy = (value: number) => Number(value.toPrecision(12))
