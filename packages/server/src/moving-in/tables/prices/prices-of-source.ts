import { splitList } from '@tollgate/contract'
import { rowsOf, type Source } from '../../sources/source.ts'
import { objectOf } from '../cells.ts'
import type { Generation } from '../generation.ts'
import {
  builtInCompletion,
  builtInRatio,
  isByPicture,
  isBySound,
  pictureDollars,
  UNKNOWN_RATIO,
} from './one-api-ratios.ts'

/** The options with prices. */
export const PRICE_KEYS = ['ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrice'] as const
export type PriceTable = Record<(typeof PRICE_KEYS)[number], Record<string, number>>

export interface SourcePrices {
  tables: PriceTable
  /** Served models whose price no option of the source has, by where it was found. */
  found: Record<'log' | 'builtIn' | 'unknown', string[]>
  /** Served models whose price in the source is unknown, so that this site's applies. */
  missing: string[]
  /** Models whose last call was charged by another output ratio than the option's. */
  overruled: string[]
}

/**
 * Returns the prices that the source would charge for its next call: from its options, else from the last call of each model
 * in its log, else those built into one-api.
 */
export function pricesOfSource(source: Source, { family }: Generation, stored: PriceTable): SourcePrices {
  const tables: PriceTable = {
    ModelRatio: { ...stored.ModelRatio },
    CompletionRatio: { ...stored.CompletionRatio },
    CacheRatio: { ...stored.CacheRatio },
    ModelPrice: { ...stored.ModelPrice },
  }
  const prices: SourcePrices = { tables, found: { log: [], builtIn: [], unknown: [] }, missing: [], overruled: [] }
  if (family === 'one-api') addOneApi(prices, source)
  else addNewApi(prices, source)
  return prices
}

/** Adds one-api's prices. It has none for cached tokens, and its ratios of picture models are by the picture. */
function addOneApi({ tables, found, missing }: SourcePrices, source: Source): void {
  for (const model of Object.keys(tables.ModelRatio)) {
    const ratio = tables.ModelRatio[model] ?? 0
    // such as `llama3-8b-8192(33)`: for one type of channel
    const isOfAType = model.endsWith(')')
    if (isByPicture(model)) tables.ModelPrice[model] = pictureDollars(ratio)
    if (isByPicture(model) || isBySound(model) || isOfAType) delete tables.ModelRatio[model]
  }
  for (const model of servedModels(source)) {
    if (Object.hasOwn(tables.ModelPrice, model)) continue
    if (isByPicture(model) || isBySound(model)) {
      missing.push(model)
      continue
    }
    if (!Object.hasOwn(tables.ModelRatio, model)) {
      const ratio = builtInRatio(model)
      tables.ModelRatio[model] = ratio ?? UNKNOWN_RATIO
      found[ratio === undefined ? 'unknown' : 'builtIn'].push(model)
    }
    tables.CompletionRatio[model] ??= builtInCompletion(model)
    tables.CacheRatio[model] ??= 1
  }
}

function addNewApi({ tables, found, missing, overruled }: SourcePrices, source: Source): void {
  const charged = lastCharged(source)
  for (const model of servedModels(source)) {
    if (Object.hasOwn(tables.ModelPrice, model)) continue
    const last = charged.get(model)
    const hasRatio = Object.hasOwn(tables.ModelRatio, model)
    if (!last) {
      if (!hasRatio) missing.push(model)
      continue
    }
    if (last.model_price >= 0) {
      if (hasRatio) continue
      tables.ModelPrice[model] = last.model_price
      found.log.push(model)
      continue
    }
    if (!hasRatio) {
      tables.ModelRatio[model] = last.model_ratio
      found.log.push(model)
    }
    const option = tables.CompletionRatio[model]
    // Some ratios are fixed in its code, whatever the option says.
    if (option !== undefined && option !== last.completion_ratio) overruled.push(model)
    tables.CompletionRatio[model] = last.completion_ratio
    tables.CacheRatio[model] ??= last.cache_ratio
  }
}

interface Charged {
  /** Dollars for a call; below 0: priced by tokens. */
  model_price: number
  model_ratio: number
  completion_ratio: number
  cache_ratio: number
}

/** Returns the figures that the last call of each model was charged by, from new-api's log. */
function lastCharged(source: Source): Map<string, Charged> {
  const charged = new Map<string, Charged>()
  if (!source.hasLogs || !source.columns.get('logs')?.includes('other')) return charged
  const where = `logs.id in (select max(id) from logs where cast(type as text) = '2' and other like '%"model_ratio"%' group by model_name)`
  for (const { model_name, other } of rowsOf(source, 'logs', { where, order: 'logs.id' })) {
    const { model_price = -1, model_ratio, completion_ratio = 1, cache_ratio = 1 } = objectOf(other ?? '')
    const numbers = { model_price, model_ratio, completion_ratio, cache_ratio }
    if (model_name && Object.values(numbers).every(isRatio)) charged.set(model_name, numbers as Charged)
  }
  return charged
}

const isRatio = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= -1

/** Returns the sorted models that the source's channels serve. */
function servedModels(source: Source): string[] {
  const models = new Set<string>()
  for (const { models: list } of rowsOf(source, 'channels'))
    for (const model of splitList(list ?? '')) models.add(model)
  return [...models].sort()
}
