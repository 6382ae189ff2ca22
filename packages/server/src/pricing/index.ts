import { limitsOf, type ModelLimits, type Price, pricedNames, priceOf } from '@tollgate/gateway'
import type { ChangeEvents } from '../change-events.ts'
import type { Options } from '../options/index.ts'

/** Current prices and limits of models. */
export interface PriceBook {
  /** Returns a model's price; null when none is set. */
  priceOf(model: string): Price | null
  /** Returns a model's limits; `upstreamModel`: its name at the upstream, where that is different. */
  limitsOf(model: string, upstreamModel?: string): ModelLimits
}

/** How long prices are cached: defaults may change at a date, without a change of options. */
const CACHE_MS = 3_600_000

/** Caches each model's price and limits until an option changes. */
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
      if (Date.now() - since > CACHE_MS) forget()
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
