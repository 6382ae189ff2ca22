export { atBatchPrice, tierOf } from './batch-price.ts'
export { type Charge, charge, groupTermsIn, type PriceTerms } from './charge.ts'
export { chargeRule } from './charge-rules.ts'
export {
  addUnseenReasoning,
  type CachedPrompt,
  consumedBy,
  type EndedCall,
  type KnownConsumed,
  type UnseenReasoning,
} from './consumed-by.ts'
export { defaultDocument, defaultPrice } from './default-price.ts'
export { shortPromptRatios } from './document/lines.ts'
export type { HidesReasoning } from './hidden-reasoning.ts'
export { isPricedFor } from './is-priced-for.ts'
export { loggedMeasures, loggedUsage } from './logged-usage.ts'
export { GENEROUS as GENEROUS_LIMITS, limitsOf, type ModelLimits } from './model-limits.ts'
export type { CallPrice, DocumentPrice, Price, TokenPrice, TokenRatios } from './price.ts'
export { priceLines } from './price-lines.ts'
export { documentPrice, FREE, type PriceTables, priceOf, UNPRICED } from './price-of.ts'
export { awaitsUsage, mayHaveMore } from './unseen.ts'
