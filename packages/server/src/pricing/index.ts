import { limitsOf, type ModelLimits, type Price, pricedNames, priceOf } from '@tollgate/gateway'
import type { ChangeEvents } from '../change-events.ts'
import type { Options } from '../options/index.ts'

/** What models cost now. */
export interface PriceBook {
  /** Null when nobody has set a price. */
  priceOf(model: string): Price | null
  /** What a model can do; `upstreamModel`: what its upstream knows it by, where that is another name. */
  limitsOf(model: string, upstreamModel?: string): ModelLimits
}

/** Prices change with the operator's options, and by themselves at dates the default ones know. */
const PRICED_ANEW_AFTER_MS = 3_600_000

/** Works a model's price out once, until an option changes. */
export function makePriceBook(options: Options, changeEvents: ChangeEvents): PriceBook {
  let prices = new Map<string, Price | null>()
  let limits = new Map<string, ModelLimits>()
  let since = Date.now()
  const forget = () => {
    prices = new Map()
    limits = new Map()
    since = Date.now()
  }
  changeEvents.on('options', forget)

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
    limitsOf(model, upstreamModel = model) {
      const key = JSON.stringify([model, upstreamModel])
      const known = limits.get(key)
      if (known) return known
      const tables = {
        contextWindows: options.get('relay_setting.context_windows'),
        outputLimits: options.get('relay_setting.output_limits'),
      }
      const found = limitsOf([...pricedNames(model), ...pricedNames(upstreamModel)], tables, new Date())
      limits.set(key, found)
      return found
    },
  }
}
