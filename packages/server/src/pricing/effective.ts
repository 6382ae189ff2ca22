import type { EffectivePrice } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import type { AppContext } from '../app-context.ts'
import { servedModels } from './store.ts'

/** The options that hold an operator's own numbers. */
const TABLES = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const

/** The price in force of every model that is served or that the options name; models without a price are left out. */
export async function effectivePrices({ db, options, prices }: AppContext): Promise<EffectivePrice[]> {
  const own = new Set(TABLES.flatMap(table => Object.keys(options.get(table))))
  const models = new Set([...(await servedModels(db)).keys(), ...own])
  return [...models].sort().flatMap(model => {
    const price = prices.priceOf(model)
    if (!price) return []
    return [{ model, ...numbersOf(price), source: own.has(model) ? ('operator' as const) : ('default' as const) }]
  })
}

/** Models that are served although nobody has set a price. */
export async function unpricedModels({ db, prices }: AppContext): Promise<string[]> {
  const served = await servedModels(db)
  return [...served.keys()].filter(model => prices.priceOf(model) === null)
}

function numbersOf(price: Price): Omit<EffectivePrice, 'model' | 'source'> {
  if (price.kind === 'call') return { price: price.price, ratio: null, completion_ratio: null, cache_ratio: null }
  const { modelRatio, completionRatio, cacheRatio } = price
  return { price: null, ratio: modelRatio, completion_ratio: completionRatio, cache_ratio: cacheRatio }
}
