import { type LogOther, quotaOf } from '@tollgate/contract'
import { inputTotal, type Usage } from '../canonical/usage.ts'
import type { Consumed } from '../metering/consumed.ts'
import { type CallPrice, type Price, ratiosFor, type TokenPrice } from './price.ts'

/** How a request is priced; pinned when it starts. */
export interface PriceTerms {
  price: Price
  groupRatio: number
  /** Quota for one US dollar. */
  quotaPerUnit: number
}

export interface Charge {
  /** What to charge, in whole quota. */
  quota: number
  /** What the log row's `other` holds of it: `receiptOf(other)` gives the same charge again. */
  other: LogOther
}

/**
 * Returns what a request costs: `(input + cacheRead × cacheRatio + cacheWrite5m × writeRatio + cacheWrite1h × writeRatio × 1.6 +
 * output × completionRatio + image and audio terms) × modelRatio × groupRatio + tool fees`, or its price by call, rounded
 * half away from zero and at least 1 when anything was used and the ratio is not 0.
 */
export function charge(terms: PriceTerms, consumed: Consumed): Charge {
  const { price, groupRatio, quotaPerUnit } = terms
  const other: LogOther = {
    quota_per_unit: quotaPerUnit,
    group_ratio: groupRatio,
    ...(price.kind === 'call' ? callNumbers(price, consumed) : tokenNumbers(price, consumed.usage)),
    ...toolNumbers(price, consumed.usage),
  }
  return { quota: quotaOf(other), other }
}

const callNumbers = (price: CallPrice, { callCount = 1, sizeRatio = 1, qualityRatio = 1 }: Consumed): LogOther => ({
  model_price: price.price,
  ...(callCount !== 1 && { call_count: callCount }),
  ...(sizeRatio !== 1 && { size_ratio: sizeRatio }),
  ...(qualityRatio !== 1 && { quality_ratio: qualityRatio }),
})

/** Counts of 0 stay out, with their ratios: most requests are text only, and there are many rows. */
function tokenNumbers(price: TokenPrice, usage: Usage): LogOther {
  const ratios = ratiosFor(price, inputTotal(usage))
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  return {
    model_price: -1,
    model_ratio: ratios.modelRatio,
    completion_ratio: ratios.completionRatio,
    ...(usage.input > 0 && { text_input: usage.input }),
    ...(usage.output > 0 && { text_output: usage.output }),
    ...(usage.reasoning > 0 && { reasoning_tokens: usage.reasoning }),
    ...(usage.cacheRead > 0 && { cache_tokens: usage.cacheRead, cache_ratio: ratios.cacheRatio }),
    ...(written > 0 && { cache_creation_tokens: written, cache_creation_ratio: ratios.cacheWriteRatio }),
    ...(usage.cacheWrite5m > 0 && { cache_creation_tokens_5m: usage.cacheWrite5m }),
    ...(usage.cacheWrite1h > 0 && { cache_creation_tokens_1h: usage.cacheWrite1h }),
    ...(usage.imageInput > 0 && { image_input: usage.imageInput }),
    ...(usage.imageOutput > 0 && {
      image_output: usage.imageOutput,
      image_completion_ratio: ratios.imageCompletionRatio,
    }),
    ...(usage.imageInput + usage.imageOutput > 0 && { image_ratio: ratios.imageRatio }),
    ...(usage.audioInput > 0 && { audio_input: usage.audioInput }),
    ...(usage.audioOutput > 0 && {
      audio_output: usage.audioOutput,
      audio_completion_ratio: ratios.audioCompletionRatio,
    }),
    ...(usage.audioInput + usage.audioOutput > 0 && { audio_ratio: ratios.audioRatio }),
  }
}

/** Tools with a price, called as often as reported, or as every answer of the model calls them. */
function toolNumbers({ toolPrices, standingCalls }: Price, { toolCalls }: Usage): LogOther {
  const calls = Object.entries({ ...standingCalls, ...toolCalls }).flatMap(([name, count]) => {
    const price = toolPrices[name]
    return price !== undefined && count > 0 ? [{ name, count, price }] : []
  })
  return calls.length > 0 ? { tool_calls: calls } : {}
}
