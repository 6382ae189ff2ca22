import type { Reason } from '@tollgate/contract'
import { isObject } from '../raw/json.ts'
import type { PriceList } from './listed-price.ts'
import { readOpenRouter } from './open-router.ts'
import { readPricing, readRatioTables, type UsualCompletion } from './ratios.ts'

const MOST_MODELS = 20_000

/**
 * Reads a price list in any published form: `/api/pricing` or `/api/ratio_config` of this family, or OpenRouter's
 * models.
 */
export function readPriceList(body: unknown, usual: UsualCompletion): PriceList | { reason: Reason } {
  if (!isObject(body)) return { reason: { code: 'not_object' } }
  const { data, success } = body
  if (success === false) return { reason: { code: 'not_success', at: 'success' } }
  if (Array.isArray(data)) {
    if (data.length > MOST_MODELS) return { reason: { code: 'too_many', parameters: { max: MOST_MODELS }, at: 'data' } }
    const [first] = data
    if (!isObject(first)) return { reason: { code: 'not_object', at: 'data.0' } }
    if ('model_name' in first) return told(readPricing(data, usual), 'data')
    if ('pricing' in first) return told(readOpenRouter(data), 'data')
    return { reason: { code: 'missing', at: 'data.0.pricing' } }
  }
  if (!isObject(data)) return { reason: { code: 'not_list', at: 'data' } }
  if (!isObject(data.model_ratio) && !isObject(data.model_price))
    return { reason: { code: 'not_object', at: 'data.model_ratio' } }
  const models = Object.keys(data.model_ratio ?? {}).length + Object.keys(data.model_price ?? {}).length
  if (models > MOST_MODELS) return { reason: { code: 'too_many', parameters: { max: MOST_MODELS }, at: 'data' } }
  return told(readRatioTables(data, usual), 'data')
}

/** Refuses a list without any usable price, with the reason of its first refused one. */
function told(list: PriceList, place: string): PriceList | { reason: Reason } {
  if (list.prices.length > 0) return list
  return { reason: list.refused[0]?.reason ?? { code: 'too_few', parameters: { min: 1 }, at: place } }
}
