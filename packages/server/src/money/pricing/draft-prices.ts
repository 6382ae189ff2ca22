import { isDeepStrictEqual } from 'node:util'
import { type GroupTerms, groupTermsOf, type OptionKey, type PriceDraft } from '@tollgate/contract'
import type { Price } from '@tollgate/gateway'
import type { Options } from '../../platform/options/index.ts'
import { type Aliases, NO_ALIASES } from './aliases.ts'
import { makePriceBook } from './index.ts'

/** Prices under a draft; what the draft leaves out stays as it is. */
export interface DraftPrices {
  /** Returns the same object as `standardOf` if both are equal. */
  priceOf(model: string): Price | null
  /** Returns the maker's price, whatever the options say; null: unknown. */
  standardOf(model: string): Price | null
  /** @param userGroup the caller's */
  groupTermsOf(group: string, userGroup: string): GroupTerms
}

export function draftPrices(
  options: Pick<Options, 'get'>,
  draft: PriceDraft,
  aliases: Aliases = NO_ALIASES,
): DraftPrices {
  const drafted = withDraft(options, draft)
  const book = makePriceBook(drafted, { on: () => () => undefined }, aliases)
  // Kept for all rows of a replay, so that it has one price for a model, also while the price changes by itself.
  const standardOf = kept(model => book.standardOf(model))
  const priceOf = kept(model => {
    const [price, standard] = [book.priceOf(model), standardOf(model)]
    return isDeepStrictEqual(price, standard) ? standard : price
  })
  return { priceOf, standardOf, groupTermsOf: (group, userGroup) => groupTermsOf(group, userGroup, drafted) }
}

function kept<Value>(find: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return name => {
    const value = known.get(name)
    if (value !== undefined) return value
    const found = find(name)
    known.set(name, found)
    return found
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
