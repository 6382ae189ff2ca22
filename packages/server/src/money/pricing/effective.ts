import type { EffectivePrice } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import type { MoneyContext } from '../context.ts'
import { servedModels } from './store.ts'

/** The options with the operator's own prices. */
const TABLES = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const

/**
 * Returns the effective price of every model that is served or named in the options, and of some `others`; omits models without a
 * price.
 */
export async function effectivePrices(
  { db, options, prices }: Pick<MoneyContext, 'db' | 'options' | 'prices'>,
  others: Iterable<string> = [],
): Promise<EffectivePrice[]> {
  const own = new Set(TABLES.flatMap(table => Object.keys(options.get(table))))
  const models = new Set([...(await servedModels(db)).keys(), ...own, ...others])
  return [...models].sort().flatMap(model => {
    const price = prices.priceOf(model)
    if (!price) return []
    const source = own.has(model) ? ('operator' as const) : ('default' as const)
    return [{ model, ...numbersOf(price), source, standard: standardOf(prices.standardOf(model)) }]
  })
}

/** Returns the models that are served but have no price. */
export async function unpricedModels({ db, prices }: MoneyContext): Promise<string[]> {
  const served = await servedModels(db)
  return [...served.keys()].filter(model => prices.priceOf(model) === null)
}

/** The list gives token prices only. */
const standardOf = (price: Price | null): EffectivePrice['standard'] =>
  price?.kind === 'tokens'
    ? { ratio: price.modelRatio, completion_ratio: price.completionRatio, cache_ratio: price.cacheRatio }
    : null

function numbersOf(price: Price): Omit<EffectivePrice, 'model' | 'source' | 'standard'> {
  if (price.kind === 'call') return { price: price.price, ratio: null, completion_ratio: null, cache_ratio: null }
  const { modelRatio, completionRatio, cacheRatio } = price
  return { price: null, ratio: modelRatio, completion_ratio: completionRatio, cache_ratio: cacheRatio }
}
