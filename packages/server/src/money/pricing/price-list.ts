import { DEFAULT_GROUP, type PricedModel, pricedGroups, usableGroups } from '@tollgate/contract'
import {
  type CallPrice,
  type DocumentPrice,
  type Price,
  priceLines,
  shortPromptRatios,
  type TokenRatios,
  UNPRICED,
} from '@tollgate/gateway'
import type { Caller } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'
import type { MoneyContext } from '../context.ts'
import { servedModels } from './store.ts'

/** Returns the public price list of all served models. */
export async function priceList({ db, prices }: MoneyContext): Promise<PricedModel[]> {
  const served = await servedModels(db)
  return [...served].map(([model, groups]) => {
    const price = prices.priceOf(model)
    const { maker, description, contextWindow, abilities, audioEndpoint, isPricedBySecond } = prices.factsOf(model)
    return {
      model_name: model,
      owner_by: '',
      aliases: [...prices.aliases.aliasesOf(model)],
      description,
      maker,
      context_window: contextWindow,
      abilities,
      audio_endpoint: audioEndpoint,
      by_second: price?.kind === 'call' && isPricedBySecond,
      enable_groups: groups,
      is_priced: price !== null,
      ...numbersOf(price ?? UNPRICED),
    }
  })
}

/** Returns the groups a caller may use with their ratios; for visitors, those of the default group. */
export function groupsFor(options: Options, caller: Caller | null) {
  const ownGroup = caller?.group ?? DEFAULT_GROUP
  const priced = Object.entries(pricedGroups(options, ownGroup))
  return {
    group_ratio: Object.fromEntries(priced.map(([group, { ratio }]) => [group, ratio])),
    own_ratios: priced.filter(([, { is_own }]) => is_own).map(([group]) => group),
    usable_group: usableGroups(options, ownGroup),
  }
}

type Numbers = Omit<
  PricedModel,
  | 'model_name'
  | 'owner_by'
  | 'aliases'
  | 'description'
  | 'maker'
  | 'context_window'
  | 'abilities'
  | 'audio_endpoint'
  | 'by_second'
  | 'enable_groups'
  | 'is_priced'
>

function numbersOf(price: Price): Numbers {
  const { toolPrices: tool_prices } = price
  if (price.kind === 'call') return { ...byCall(price), tool_prices }
  if (price.kind === 'document') return { ...nearest(price), tool_prices, lines: priceLines(price) }
  const { longInput } = price
  return {
    quota_type: 0,
    model_price: 0,
    ...ratiosOf(price),
    ...(longInput && { long_input: { above: longInput.above, ...ratiosOf(longInput.ratios) } }),
    tool_prices,
  }
}

/** Returns the closest ratios for a price beyond them: those of a short prompt, else the dearest price per piece. */
function nearest(price: DocumentPrice): Omit<Numbers, 'tool_prices'> {
  const short = shortPromptRatios(price)
  if (short) return { quota_type: 0, model_price: 0, ...ratiosOf(short) }
  const pieces = [price.call, ...price.images.map(one => one.price), ...price.seconds.map(one => one.price)]
  return byCall({ price: Math.max(...pieces) })
}

const byCall = ({ price }: Pick<CallPrice, 'price'>) => ({
  quota_type: 1 as const,
  model_price: price,
  model_ratio: 0,
  completion_ratio: 0,
  cache_ratio: 0,
  cache_creation_ratio: 0,
  image_ratio: 0,
  image_completion_ratio: 0,
  audio_ratio: 0,
  audio_completion_ratio: 0,
})

const ratiosOf = (ratios: TokenRatios) => ({
  model_ratio: ratios.modelRatio,
  completion_ratio: ratios.completionRatio,
  cache_ratio: ratios.cacheRatio,
  cache_creation_ratio: ratios.cacheWriteRatio,
  image_ratio: ratios.imageRatio,
  image_completion_ratio: ratios.imageCompletionRatio,
  audio_ratio: ratios.audioRatio,
  audio_completion_ratio: ratios.audioCompletionRatio,
})
