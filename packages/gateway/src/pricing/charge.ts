import { type GroupTerms, type LogOther, quotaOf } from '@tollgate/contract'
import { inputTotal, type Usage } from '../canonical/usage.ts'
import type { Consumed } from '../metering/consumed.ts'
import { documentLines, tierFor } from './document/lines.ts'
import { FREE_RATIOS, ratiosOf } from './document/token-ratios.ts'
import { type CallPrice, type DocumentPrice, type Price, ratiosFor, type TokenRatios } from './price.ts'
import { feeOf } from './tool-fees.ts'

/** The part of other terms that is about groups. */
export const groupTermsIn = ({ groupRatio, userGroup, isBetweenGroups }: GroupTerms): GroupTerms => ({
  groupRatio,
  ...(userGroup !== undefined && { userGroup }),
  ...(isBetweenGroups && { isBetweenGroups }),
})

/** How a request is priced; fixed when it starts. */
export interface PriceTerms extends GroupTerms {
  price: Price
  /** Quota per US dollar. */
  quotaPerUnit: number
  /** Factors of service levels on the price, except on tool fees, by member and word. Absent: none. */
  serviceFactors?: Readonly<Record<string, number>>
}

export interface Charge {
  /** What to charge, in whole quota. */
  quota: number
  /** The part of the log row's `other` from which `receiptOf(other)` computes the same charge. */
  other: LogOther
}

/**
 * Returns what a request costs: `(input + cacheRead × cacheRatio + cacheWrite5m × writeRatio + cacheWrite1h ×
 * writeRatio × 1.6 + output × completionRatio + image and audio terms) × modelRatio × groupRatio + tool fees`, or its
 * price per call, rounded half away from zero and at least 1 if anything was used and the ratio is not 0.
 */
export function charge(terms: PriceTerms, consumed: Consumed): Charge {
  const { price, groupRatio, userGroup, isBetweenGroups, quotaPerUnit, serviceFactors = NO_FACTORS } = terms
  const other: LogOther = { quota_per_unit: quotaPerUnit, group_ratio: groupRatio }
  if (userGroup !== undefined) other.user_group = userGroup
  if (isBetweenGroups) other.user_group_ratio = groupRatio
  if (price.kind === 'call') addCallNumbers(other, price, consumed)
  else if (price.kind === 'tokens') addTokenNumbers(other, ratiosFor(price, inputTotal(consumed.usage)), consumed.usage)
  else addDocumentNumbers(other, price, consumed)
  addToolNumbers(other, price, consumed.usage)
  if (hasMembers(serviceFactors)) other.service_factors = { ...serviceFactors }
  if (price.hour) other.service_factors = { ...other.service_factors, ...price.hour }
  return { quota: quotaOf(other), other }
}

const NO_FACTORS: Readonly<Record<string, number>> = {}

/** Without making a list of them, because every call asks. */
function hasMembers(table: Readonly<Record<string, number>>): boolean {
  for (const _name in table) return true
  return false
}

function addCallNumbers(
  other: LogOther,
  { price }: CallPrice,
  { callCount = 1, sizeRatio = 1, qualityRatio = 1 }: Consumed,
): void {
  other.model_price = price
  if (callCount !== 1) other.call_count = callCount
  if (sizeRatio !== 1) other.size_ratio = sizeRatio
  if (qualityRatio !== 1) other.quality_ratio = qualityRatio
}

/** Counts of 0 are omitted with their ratios: most requests are text only, and there are many rows. */
function addTokenNumbers(other: LogOther, ratios: TokenRatios, usage: Usage): void {
  const written = usage.cacheWrite5m + usage.cacheWrite1h
  other.model_price = -1
  other.model_ratio = ratios.modelRatio
  other.completion_ratio = ratios.completionRatio
  if (usage.input > 0) other.text_input = usage.input
  if (usage.output > 0) other.text_output = usage.output
  if (usage.reasoning > 0) other.reasoning_tokens = usage.reasoning
  if (usage.cacheRead > 0) {
    other.cache_tokens = usage.cacheRead
    other.cache_ratio = ratios.cacheRatio
  }
  if (written > 0) {
    other.cache_creation_tokens = written
    other.cache_creation_ratio = ratios.cacheWriteRatio
  }
  if (usage.cacheWrite5m > 0) other.cache_creation_tokens_5m = usage.cacheWrite5m
  if (usage.cacheWrite1h > 0) other.cache_creation_tokens_1h = usage.cacheWrite1h
  if (usage.imageInput > 0) other.image_input = usage.imageInput
  if (usage.imageOutput > 0) {
    other.image_output = usage.imageOutput
    other.image_completion_ratio = ratios.imageCompletionRatio
  }
  if (usage.imageInput + usage.imageOutput > 0) other.image_ratio = ratios.imageRatio
  if (usage.audioInput > 0) other.audio_input = usage.audioInput
  if (usage.audioOutput > 0) {
    other.audio_output = usage.audioOutput
    other.audio_completion_ratio = ratios.audioCompletionRatio
  }
  if (usage.audioInput + usage.audioOutput > 0) other.audio_ratio = ratios.audioRatio
}

/** The lines show what is charged; the numbers, the part of it that ratios can express. */
function addDocumentNumbers(other: LogOther, price: DocumentPrice, consumed: Consumed): void {
  const tier = tierFor(price, inputTotal(consumed.usage))
  addTokenNumbers(other, tier && tier.tokens.input > 0 ? ratiosOf(tier.tokens) : FREE_RATIOS, consumed.usage)
  other.price_lines = documentLines(price, consumed)
}

/** Counts tools by the reported calls, or once per answer if the model always calls them. */
function addToolNumbers(other: LogOther, { toolPrices, standingCalls }: Price, { toolCalls }: Usage): void {
  if (!hasMembers(standingCalls) && !hasMembers(toolCalls)) return
  const calls = Object.entries({ ...standingCalls, ...toolCalls }).flatMap(([name, count]) => {
    const price = feeOf(toolPrices, name)
    return price !== undefined && count > 0 ? [{ name, count, price }] : []
  })
  if (calls.length > 0) other.tool_calls = calls
}
