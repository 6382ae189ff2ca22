import { isDeepStrictEqual } from 'node:util'
import type { OptionKey, PriceDraft } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import { type Aliases, NO_ALIASES } from './aliases.ts'
import { groupRatioOf } from './groups.ts'
import { makePriceBook } from './index.ts'

/** Prices under a draft; what the draft leaves out stays as it is. */
export interface DraftPrices {
  /** Returns the same object as `standardOf` if both are equal. */
  priceOf(model: string): Price | null
  /** Returns the maker's price, whatever the options say; null: unknown. */
  standardOf(model: string): Price | null
  groupRatioOf(group: string): number
}

export function draftPrices(
  options: Pick<Options, 'get'>,
  draft: PriceDraft,
  aliases: Aliases = NO_ALIASES,
): DraftPrices {
  const drafted = withDraft(options, draft)
  const book = makePriceBook(drafted, { on: () => () => undefined }, aliases)
  const prices = new Map<string, Price | null>()
  return {
    priceOf(model) {
      const known = prices.get(model)
      if (known !== undefined) return known
      const [price, standard] = [book.priceOf(model), book.standardOf(model)]
      const found = isDeepStrictEqual(price, standard) ? standard : price
      prices.set(model, found)
      return found
    },
    standardOf: model => book.standardOf(model),
    groupRatioOf: group => groupRatioOf(group, drafted),
  }
}

/** Returns the options with the draft's entries. */
function withDraft(options: Pick<Options, 'get'>, draft: PriceDraft): Pick<Options, 'get'> {
  const changed = new Map<OptionKey, object>()
  for (const key of Object.keys(draft) as (keyof PriceDraft)[]) {
    const entries = Object.entries({ ...options.get(key), ...draft[key] })
    changed.set(key, Object.fromEntries(entries.filter(([, value]) => value !== null)))
  }
  return {
    get: key => (changed.get(key) as ReturnType<typeof options.get<typeof key>> | undefined) ?? options.get(key),
  }
}
