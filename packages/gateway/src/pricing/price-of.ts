import { DRAWING_PRICES } from '@tollgate/contract'
import { defaultPrice } from './default-price.ts'
import type { Price, TokenPrice } from './price.ts'

/** The operator's own prices, by model name. */
export interface PriceTables {
  /** US dollars per call; overrides all others. */
  ModelPrice: Record<string, number>
  ModelRatio: Record<string, number>
  CompletionRatio: Record<string, number>
  CacheRatio: Record<string, number>
}

/** The other ratios of a model that only the operator has priced. */
const UNKNOWN_MODEL: TokenPrice = {
  kind: 'tokens',
  modelRatio: 37.5,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1.25,
  imageRatio: 1,
  imageCompletionRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  toolPrices: { web_search: 10, file_search: 2.5 },
  standingCalls: {},
}

/** For models without a price, if the site or the user accepts them. */
export const UNPRICED: Price = UNKNOWN_MODEL

export const FREE: Price = { ...UNKNOWN_MODEL, modelRatio: 0, toolPrices: {} }

/**
 * Returns what a model costs at a moment: the operator's price for a call, else the operator's ratios over the default ones; a
 * drawing that the operator names nowhere has its default price. Null when nobody has set a price. An operator's model ratio holds
 * whatever the length of the input.
 */
export function priceOf(model: string, tables: PriceTables, at: Date): Price | null {
  const modelRatio = own(tables.ModelRatio, model)
  const price = own(tables.ModelPrice, model) ?? (modelRatio === undefined ? own(DRAWING_PRICES, model) : undefined)
  if (price !== undefined) return { ...UNKNOWN_MODEL, kind: 'call', price }

  const standard = defaultPrice(model, at)
  if (modelRatio === undefined && !standard) return null

  const ratios = { completionRatio: own(tables.CompletionRatio, model), cacheRatio: own(tables.CacheRatio, model) }
  const overridden = standard ? over(standard, ratios) : outputsLikeText(over(UNKNOWN_MODEL, ratios))
  return modelRatio === undefined ? overridden : { ...overridden, modelRatio, longInput: undefined }
}

type Overrides = Partial<Record<'completionRatio' | 'cacheRatio', number | undefined>>

function over(standard: TokenPrice, overrides: Overrides): TokenPrice {
  const set = Object.fromEntries(Object.entries(overrides).filter(([, ratio]) => ratio !== undefined))
  const { longInput } = standard
  return {
    ...standard,
    ...set,
    ...(longInput && { longInput: { ...longInput, ratios: { ...longInput.ratios, ...set } } }),
  }
}

const outputsLikeText = (price: TokenPrice): TokenPrice => ({
  ...price,
  imageCompletionRatio: price.completionRatio,
  audioCompletionRatio: price.completionRatio,
})

/** Model names come from anywhere: `constructor` has no price. */
const own = (table: Readonly<Record<string, number>>, model: string) =>
  Object.hasOwn(table, model) ? table[model] : undefined
