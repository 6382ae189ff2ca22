import type { OptionKey } from '@tollgate/contract'
import type { Settings } from '../use-settings.ts'
import {
  type OwnPrice,
  optionOf,
  PRICE_PARTS,
  type PriceTables,
  priceIn,
  readTables,
  withPrices,
  writeTable,
} from './price-tables.ts'

export interface Prices {
  edited: PriceTables
  /** The tables on the server. */
  stored: PriceTables
  priceOf: (model: string) => OwnPrice
  /** Replaces the models' prices; saved with the section like everything typed there. */
  set: (prices: Record<string, OwnPrice>) => void
}

/** The operator's prices on the page, or the key of the first option with invalid JSON. */
export function pricesIn(settings: Settings): Prices | OptionKey {
  const edited = readTables(settings.textOf)
  const stored = readTables(settings.stored.textOf)
  if (typeof edited === 'string') return edited
  if (typeof stored === 'string') return stored
  return {
    edited,
    stored,
    priceOf: model => priceIn(edited, model),
    set: prices => {
      const changed = withPrices(edited, prices)
      for (const part of PRICE_PARTS) {
        const text = writeTable(part, changed[part])
        if (text !== writeTable(part, edited[part])) settings.write(optionOf[part], text)
      }
    },
  }
}
