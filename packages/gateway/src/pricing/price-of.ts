import { DRAWING_PRICES, type PriceDocuments } from '@tollgate/contract'
import { defaultPrice } from './default-price.ts'
import { priceAt } from './document/at-date.ts'
import { tidy } from './document/token-ratios.ts'
import type { DocumentPrice, Price, TokenPrice } from './price.ts'
import { TOOL_PRICES } from './tool-fees.ts'

/** The operator's own prices, by model name. */
export interface PriceTables {
  /** US dollars per call; overrides all others. */
  ModelPrice: Record<string, number>
  ModelRatio: Record<string, number>
  CompletionRatio: Record<string, number>
  CacheRatio: Record<string, number>
  /** Documents, which the others override. Absent: none. */
  ModelPrices?: PriceDocuments
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
  toolPrices: TOOL_PRICES,
  standingCalls: {},
}

/** For models without a price, if the site or the user accepts them. */
export const UNPRICED: Price = UNKNOWN_MODEL

export const FREE: Price = { ...UNKNOWN_MODEL, modelRatio: 0, toolPrices: {} }

/**
 * Returns what a model costs at a moment: the operator's price per call, otherwise the operator's ratios over those of
 * the document, otherwise over the default ones; a drawing that the operator does not name has its default price. Null:
 * nobody has set a price. An operator's model ratio applies to input of any length.
 */
export function priceOf(model: string, tables: PriceTables, at: Date): Price | null {
  const modelRatio = own(tables.ModelRatio, model)
  const document = documentPrice(model, tables.ModelPrices ?? {}, at)
  const price =
    own(tables.ModelPrice, model) ?? (modelRatio === undefined && !document ? own(DRAWING_PRICES, model) : undefined)
  if (price !== undefined) return { ...UNKNOWN_MODEL, kind: 'call', price }

  const ratios = { completionRatio: own(tables.CompletionRatio, model), cacheRatio: own(tables.CacheRatio, model) }
  if (document && modelRatio === undefined) {
    if (document.kind === 'call') return document
    return document.kind === 'tokens' ? over(document, ratios) : documentOver(document, ratios)
  }
  const standard = document?.kind === 'tokens' ? document : defaultPrice(model, at)
  if (modelRatio === undefined && !standard) return null

  const overridden = standard ? over(standard, ratios) : outputsLikeText(over(UNKNOWN_MODEL, ratios))
  return modelRatio === undefined ? overridden : { ...overridden, modelRatio, longInput: undefined }
}

/** Returns the price of a model's documents at a moment; null: none has begun. */
export function documentPrice(model: string, documents: PriceDocuments, at: Date): Price | null {
  const written = own(documents, model)
  return written ? priceAt(written, at) : null
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

/** Each tier with output and cache at the operator's multiples of its input. */
function documentOver(price: DocumentPrice, { completionRatio, cacheRatio }: Overrides): DocumentPrice {
  if (completionRatio === undefined && cacheRatio === undefined) return price
  const tiers = price.tiers.map(({ above, tokens }) => {
    const { input } = tokens
    const output = completionRatio === undefined ? {} : { output: tidy(input * completionRatio) }
    const cache = cacheRatio === undefined ? {} : { cache_read: tidy(input * cacheRatio) }
    return { above, tokens: { ...tokens, ...output, ...cache } }
  })
  return { ...price, tiers }
}

const outputsLikeText = (price: TokenPrice): TokenPrice => ({
  ...price,
  imageCompletionRatio: price.completionRatio,
  audioCompletionRatio: price.completionRatio,
})

/** Model names come from anywhere: `constructor` has no price. */
const own = <Value>(table: Readonly<Record<string, Value>>, model: string): Value | undefined =>
  Object.hasOwn(table, model) ? table[model] : undefined
