import { type OptionKey, optionTable } from '@tollgate/contract'

/** The operator's part of a model's price. If it is priced by call, the ratios do not count. */
export interface OwnPrice {
  /** US dollars per call. */
  price?: number
  ratio?: number
  completionRatio?: number
  cacheRatio?: number
}
export type PricePart = keyof OwnPrice

/** The option that holds each part, by model. */
export const optionOf = {
  price: 'ModelPrice',
  ratio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
} as const satisfies Record<PricePart, OptionKey>

export const PRICE_PARTS = Object.keys(optionOf) as PricePart[]

export type PriceTables = Record<PricePart, Readonly<Record<string, number>>>

/** The four options parsed, or the key of the first invalid one. */
export function readTables(textOf: (key: OptionKey) => string): PriceTables | OptionKey {
  const tables: PriceTables = { price: {}, ratio: {}, completionRatio: {}, cacheRatio: {} }
  for (const part of PRICE_PARTS) {
    const key = optionOf[part]
    const reading = optionTable[key].read(textOf(key))
    if (!('value' in reading)) return key
    tables[part] = reading.value
  }
  return tables
}

export function writeTable(part: PricePart, table: PriceTables[PricePart]): string {
  return optionTable[optionOf[part]].write(table)
}

/** Every model with an operator's price. */
export const modelsIn = (tables: PriceTables): string[] => [
  ...new Set(PRICE_PARTS.flatMap(part => Object.keys(tables[part]))),
]

export function priceIn(tables: PriceTables, model: string): OwnPrice {
  const parts = PRICE_PARTS.filter(part => Object.hasOwn(tables[part], model))
  return Object.fromEntries(parts.map(part => [part, tables[part][model]]))
}

/** The tables with these prices replacing the models' own. An empty price removes its model. */
export function withPrices(tables: PriceTables, prices: Record<string, OwnPrice>): PriceTables {
  const changed = { ...tables }
  for (const part of PRICE_PARTS) {
    const table = { ...tables[part] }
    for (const [model, price] of Object.entries(prices)) {
      const value = price[part]
      if (value === undefined) delete table[model]
      else table[model] = value
    }
    changed[part] = table
  }
  return changed
}
