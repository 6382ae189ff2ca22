import type { PriceSource } from '@tollgate/contract'
import {
  documentPrice,
  limitsOf,
  type ModelFacts,
  type ModelLimits,
  modelFacts,
  type Price,
  type PriceTables,
  pricedNames,
  priceOf,
} from '@tollgate/gateway'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import type { Options } from '../../platform/options/index.ts'
import { type Aliases, NO_ALIASES } from './aliases.ts'

/** Current prices and limits of models. An alias has those of its model. */
export interface PriceBook {
  aliases: Aliases
  /** Returns a model's price; null: none is set. */
  priceOf(model: string): Price | null
  /**
   * Returns the price in the built-in list, regardless of the operator's; null: the list does not have the model.
   */
  standardOf(model: string): Price | null
  /** Returns where a model's price comes from. */
  sourceOf(model: string): PriceSource
  /** Returns a model's limits; `upstreamModel`: its name at the upstream, if different. */
  limitsOf(model: string, upstreamModel?: string): ModelLimits
  /** Returns the known facts about a model, by its name. */
  factsOf(model: string): ModelFacts
}

/** How long prices are cached. Defaults may change at a date without a change of options. */
const CACHE_MS = 3_600_000

/** Caches the facts about each model until an option changes. */
export function makePriceBook(
  options: Pick<Options, 'get'>,
  changeEvents: Pick<ChangeEvents, 'on'>,
  aliases: Aliases = NO_ALIASES,
): PriceBook {
  let prices = new Map<string, Price | null>()
  let standards = new Map<string, Price | null>()
  /** By the client's name of the model, then the upstream's. */
  let limits = new Map<string, Map<string, ModelLimits>>()
  let facts = new Map<string, ModelFacts>()
  let since = Date.now()
  const forget = () => {
    prices = new Map()
    standards = new Map()
    limits = new Map()
    facts = new Map()
    since = Date.now()
    until = Number.POSITIVE_INFINITY
  }
  changeEvents.on('options', forget)
  const tables = (): PriceTables => ({
    ModelPrice: options.get('ModelPrice'),
    ModelRatio: options.get('ModelRatio'),
    CompletionRatio: options.get('CompletionRatio'),
    CacheRatio: options.get('CacheRatio'),
    ModelPrices: options.get('ModelPrices'),
  })
  /** When the next price changes by itself. */
  let until = Number.POSITIVE_INFINITY
  const forgetOld = () => {
    const now = Date.now()
    if (now - since > CACHE_MS || now >= until) forget()
  }

  function priceOf(name: string): Price | null {
    forgetOld()
    const model = aliases.modelOf(name)
    return keep(prices, model, () => {
      const price = find(model, tables())
      until = Math.min(until, price?.until ?? Number.POSITIVE_INFINITY)
      return price
    })
  }

  return {
    aliases,
    priceOf,
    standardOf(name) {
      forgetOld()
      const model = aliases.modelOf(name)
      return keep(standards, model, () => find(model, NO_OWN_PRICES))
    },
    sourceOf: model => ownSource(aliases.modelOf(model), options) ?? (priceOf(model) ? 'package' : 'unpriced'),
    limitsOf(name, upstreamName = name) {
      const [model, upstreamModel] = [aliases.modelOf(name), aliases.modelOf(upstreamName)]
      const ofModel = limits.get(model) ?? new Map<string, ModelLimits>()
      const known = ofModel.get(upstreamModel)
      if (known) return known
      const tables = {
        contextWindows: options.get('relay_setting.context_windows'),
        outputLimits: options.get('relay_setting.output_limits'),
      }
      const found = limitsOf([...pricedNames(model), ...pricedNames(upstreamModel)], tables, new Date())
      limits.set(model, ofModel.set(upstreamModel, found))
      return found
    },
    factsOf(name) {
      forgetOld()
      const model = aliases.modelOf(name)
      const tables = {
        contextWindows: options.get('relay_setting.context_windows'),
        metadata: options.get('ModelMetadata'),
      }
      return keep(facts, model, () => modelFacts(pricedNames(model), tables, new Date()))
    },
  }
}

/** The options with the operator's own prices. */
export const OWN_PRICES = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const

/** All options with prices. */
export const PRICE_OPTIONS = [...OWN_PRICES, 'ModelPrices'] as const

/** Returns every model that the operator has priced. */
export const pricedModels = (options: Pick<Options, 'get'>): string[] => [
  ...new Set(PRICE_OPTIONS.flatMap(key => Object.keys(options.get(key)))),
]

/** Returns where the operator has priced a model; undefined: nowhere. A ratio alone multiplies the price of a document. */
function ownSource(model: string, options: Pick<Options, 'get'>): PriceSource | undefined {
  const named = (table: (typeof OWN_PRICES)[number], name: string) => Object.hasOwn(options.get(table), name)
  for (const name of pricedNames(model)) {
    if (OWN_PRICES.some(table => named(table, name))) return 'options'
    if (documentPrice(name, options.get('ModelPrices'), new Date())) return 'document'
  }
  return undefined
}

const NO_OWN_PRICES: PriceTables = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }

function find(model: string, tables: PriceTables): Price | null {
  const found = pricedNames(model).map(name => priceOf(name, tables, new Date()))
  return found.find(candidate => candidate !== null) ?? null
}

function keep<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
