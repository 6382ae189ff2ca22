import type { EffectivePrice, PriceSource } from '@tollgate/contract'
import { type Price, priceLines } from '@tollgate/gateway'
import type { MoneyContext } from '../context.ts'
import { pricedModels } from './index.ts'
import { servedModels } from './store.ts'

/**
 * Returns the effective price of every model that is served or named in the options, and of some `others`. Omits models without
 * a price.
 */
export async function effectivePrices(
  { db, options, prices }: Pick<MoneyContext, 'db' | 'options' | 'prices'>,
  others: Iterable<string> = [],
): Promise<EffectivePrice[]> {
  const models = new Set([...(await servedModels(db)).keys(), ...pricedModels(options), ...others])
  return [...models].sort().flatMap(model => {
    const price = prices.priceOf(model)
    if (!price) return []
    return [
      {
        model,
        ...numbersOf(price),
        source: SOURCES[prices.sourceOf(model)],
        standard: standardOf(prices.standardOf(model)),
      },
    ]
  })
}

const SOURCES: Readonly<Record<PriceSource, EffectivePrice['source']>> = {
  options: 'operator',
  document: 'document',
  package: 'default',
  unpriced: 'default',
}

/** Returns the served models without a price. */
export async function unpricedModels({ db, prices }: MoneyContext): Promise<string[]> {
  const served = await servedModels(db)
  return [...served.keys()].filter(model => prices.priceOf(model) === null)
}

/** Returns a list's price, which has only token prices. */
const standardOf = (price: Price | null): EffectivePrice['standard'] =>
  price?.kind === 'tokens'
    ? { ratio: price.modelRatio, completion_ratio: price.completionRatio, cache_ratio: price.cacheRatio }
    : null

function numbersOf(price: Price): Omit<EffectivePrice, 'model' | 'source' | 'standard'> {
  if (price.kind === 'call') return { price: price.price, ratio: null, completion_ratio: null, cache_ratio: null }
  if (price.kind === 'document')
    return { price: null, ratio: null, completion_ratio: null, cache_ratio: null, lines: priceLines(price) }
  const { modelRatio, completionRatio, cacheRatio } = price
  return { price: null, ratio: modelRatio, completion_ratio: completionRatio, cache_ratio: cacheRatio }
}
