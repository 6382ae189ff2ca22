import type { PricedModel } from '@tollgate/contract'

/** US dollars a million tokens cost at ratio 1. */
const MILLION_TOKENS_AT_RATIO_1 = 2

export interface TokenPrices {
  input: number
  output: number
  cached: number
}

type Ratios = Pick<PricedModel, 'model_ratio' | 'completion_ratio' | 'cache_ratio'>

/** US dollars for a million tokens in a group. */
export function tokenPrices({ model_ratio, completion_ratio, cache_ratio }: Ratios, groupRatio: number): TokenPrices {
  const input = model_ratio * MILLION_TOKENS_AT_RATIO_1 * groupRatio
  return { input, output: input * completion_ratio, cached: input * cache_ratio }
}

/** US dollars for one call in a group. */
export const callPrice = ({ model_price }: PricedModel, groupRatio: number): number => model_price * groupRatio

const CENT = 0.01
const SIGNIFICANT = 4

/** `$2.50`; amounts below a cent, and odd ones, with as many digits as it takes: `$0.00125`, `$0.075`. */
export function formatPrice(dollars: number): string {
  const exact = Number(dollars.toPrecision(12))
  const isPlain = exact === 0 || (exact >= CENT && Number(exact.toFixed(2)) === exact)
  if (isPlain) return `$${exact.toFixed(2)}`
  return `$${exact.toLocaleString('en', { maximumSignificantDigits: SIGNIFICANT, useGrouping: false })}`
}
