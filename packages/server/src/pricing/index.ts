import { type Price, pricedNames, priceOf } from '@tollgate/gateway'
import type { Options } from '../options/index.ts'
import type { Signals } from '../signals.ts'

/** What models cost now. */
export interface PriceBook {
  /** Null when nobody has set a price. */
  priceOf(model: string): Price | null
}

/** Prices change with the operator's options, and by themselves at dates the default ones know. */
const PRICED_ANEW_AFTER_MS = 3_600_000

/** Works a model's price out once, until an option changes. */
export function makePriceBook(options: Options, signals: Signals): PriceBook {
  let prices = new Map<string, Price | null>()
  let since = Date.now()
  const forget = () => {
    prices = new Map()
    since = Date.now()
  }
  signals.on('options', forget)

  return {
    priceOf(model) {
      if (Date.now() - since > PRICED_ANEW_AFTER_MS) forget()
      const known = prices.get(model)
      if (known !== undefined) return known
      const tables = {
        ModelPrice: options.get('ModelPrice'),
        ModelRatio: options.get('ModelRatio'),
        CompletionRatio: options.get('CompletionRatio'),
        CacheRatio: options.get('CacheRatio'),
      }
      const found = pricedNames(model).map(name => priceOf(name, tables, new Date()))
      const price = found.find(candidate => candidate !== null) ?? null
      prices.set(model, price)
      return price
    },
  }
}
