import { type PriceDraft, type PriceEffect, TYPICAL_CALL_NAMES, TYPICAL_CALLS } from '@tollgate/contract'
import { charge, noUsage, type Price, type Usage } from '@tollgate/gateway'
import { draftPrices } from '../../money/pricing/draft-prices.ts'
import type { ChannelsContext } from '../context.ts'
import { type ModelUsage, usageOfModels } from './usage-of-models.ts'

type Deps = Pick<ChannelsContext, 'reports' | 'options' | 'prices' | 'now'>

/**
 * Returns how a draft changes each model it names. Costs that the sums of 30 days do not separate, such as audio or
 * groups, are scaled in proportion.
 */
export async function effectOfDraft(
  draft: PriceDraft,
  { reports, options, prices, now }: Deps,
): Promise<PriceEffect[]> {
  const models = new Set(Object.values(draft).flatMap(table => Object.keys(table)))
  if (models.size === 0) return []
  const usage = await usageOfModels(reports, now(), prices.aliases)
  const drafted = draftPrices(options, draft)
  const quotaPerUnit = options.get('QuotaPerUnit')
  return [...models].sort().map(model => {
    const [old, price] = [prices.priceOf(model), drafted.priceOf(model)]
    const cost = (of: Price | null, usage: Usage, calls = 1) =>
      of && charge({ price: of, groupRatio: 1, quotaPerUnit: quotaPerUnit * calls }, { usage }).quota
    const used = usage.get(model)
    const costOfAll = (of: Price | null, used: ModelUsage) => cost(of, usualCall(used), used.calls)
    const booked = used?.quota ?? 0
    const [before, after] = used ? [costOfAll(old, used), costOfAll(price, used)] : [0, 0]
    return {
      model,
      typical: TYPICAL_CALL_NAMES.map(name => {
        const usage = usageOfCall(name)
        return { name, before: cost(old, usage), after: cost(price, usage) }
      }),
      calls: used?.calls ?? 0,
      booked,
      quota: price === null || after === null ? null : before ? Math.round((booked * after) / before) : after,
    }
  })
}

function usageOfCall(name: keyof typeof TYPICAL_CALLS) {
  const { fresh, cached, written, output } = TYPICAL_CALLS[name]
  return { ...noUsage(), input: fresh, cacheRead: cached, cacheWrite5m: written, output }
}

/** The average call: a price by tiers goes by the length of one prompt, not of all together. */
const usualCall = ({ calls, promptTokens, cachedTokens, outputTokens }: ModelUsage): Usage => ({
  ...noUsage(),
  input: Math.round((promptTokens - cachedTokens) / calls),
  cacheRead: Math.round(cachedTokens / calls),
  output: Math.round(outputTokens / calls),
})
