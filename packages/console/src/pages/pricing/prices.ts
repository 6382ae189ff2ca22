import { DOLLARS_AT_RATIO_1, type PricedModel } from '@tollgate/contract'

export interface TokenPrices {
  input: number
  output: number
  cached: number
}

type Ratios = Pick<PricedModel, 'model_ratio' | 'completion_ratio' | 'cache_ratio'>

/** US dollars per million tokens in a group. */
export function tokenPrices({ model_ratio, completion_ratio, cache_ratio }: Ratios, groupRatio: number): TokenPrices {
  const input = model_ratio * DOLLARS_AT_RATIO_1 * groupRatio
  return { input, output: input * completion_ratio, cached: input * cache_ratio }
}

/** US dollars per call in a group. */
export const callPrice = ({ model_price }: PricedModel, groupRatio: number): number => model_price * groupRatio
