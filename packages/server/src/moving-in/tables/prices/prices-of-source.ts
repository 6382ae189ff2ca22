import { splitList } from '@tollgate/contract'
import { logOf, rowsOf, type Source } from '../../sources/source.ts'
import { objectOf } from '../cells.ts'
import type { Generation } from '../generation.ts'
import { builtInCompletion as completionOfNewApi } from './new-api-completion.ts'
import { builtInCached, builtInPrice, eraOf, builtInRatio as ratioOfNewApi } from './new-api-ratios.ts'
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
  /** Served models that got a price which no option of the source has, by where it is from. */
  found: Record<'log' | 'builtIn' | 'builtInNewApi' | 'unknown', string[]>
  /** Served models whose price in the source nobody can tell: this site's holds. */
  missing: string[]
  /** Models whose last call was charged by another output ratio than the option's. */
  overruled: string[]
  /** Models that were never called and whose multiple of output new-api fixes against its option. */
  fixed: string[]
}

/**
 * Returns the prices by which the source would charge its next call: its options; where they say nothing, what its log
 * says the last call of each model was charged by; else what is built into its program. `isStored` tells whether an
 * option has a row, which replaces all that is built in.
 */
export function pricesOfSource(
  source: Source,
  generation: Generation,
  stored: PriceTable,
  isStored: (key: keyof PriceTable) => boolean,
): SourcePrices {
  const tables: PriceTable = {
    ModelRatio: { ...stored.ModelRatio },
    CompletionRatio: { ...stored.CompletionRatio },
    CacheRatio: { ...stored.CacheRatio },
    ModelPrice: { ...stored.ModelPrice },
  }
  const found: SourcePrices['found'] = { log: [], builtIn: [], builtInNewApi: [], unknown: [] }
  const prices: SourcePrices = { tables, found, missing: [], overruled: [], fixed: [] }
  if (generation.family === 'one-api') addOneApi(prices, source)
  else addNewApi(prices, source, generation, isStored)
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

function addNewApi(
  prices: SourcePrices,
  source: Source,
  generation: Generation,
  isStored: (key: keyof PriceTable) => boolean,
): void {
  const { tables, found, overruled } = prices
  const charged = lastCharged(source)
  for (const model of servedModels(source)) {
    if (Object.hasOwn(tables.ModelPrice, model)) continue
    const last = charged.get(model)
    const hasRatio = Object.hasOwn(tables.ModelRatio, model)
    if (!last) {
      addNeverCalled(prices, model, eraOf(generation), isStored)
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

/** A model without a call to learn from has what is built into its program, where no option replaces that. */
function addNeverCalled(
  { tables, found, missing, fixed }: SourcePrices,
  model: string,
  era: ReturnType<typeof eraOf>,
  isStored: (key: keyof PriceTable) => boolean,
): void {
  const price = isStored('ModelPrice') ? undefined : builtInPrice(model, era)
  if (price !== undefined) {
    tables.ModelPrice[model] = price
    found.builtInNewApi.push(model)
    return
  }
  if (!Object.hasOwn(tables.ModelRatio, model)) {
    const ratio = isStored('ModelRatio') || isBySound(model) ? undefined : ratioOfNewApi(model, era)
    if (ratio === undefined) {
      missing.push(model)
      return
    }
    tables.ModelRatio[model] = ratio
    found.builtInNewApi.push(model)
  }
  const stored = tables.CompletionRatio[model]
  const completion = completionOfNewApi(model, era, { stored, isStored: isStored('CompletionRatio') })
  if (completion.isFixed && stored !== undefined && stored !== completion.ratio) fixed.push(model)
  tables.CompletionRatio[model] = completion.ratio
  tables.CacheRatio[model] ??= isStored('CacheRatio') ? 1 : builtInCached(model, era)
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
  const log = logOf(source)
  if (!log.hasLogs || !log.columns.get('logs')?.includes('other')) return charged
  const where = `logs.id in (select max(id) from logs where cast(type as text) = '2' and other like '%"model_ratio"%' group by model_name)`
  for (const { model_name, other } of rowsOf(log, 'logs', { where, order: 'logs.id' })) {
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
