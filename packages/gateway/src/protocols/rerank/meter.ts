import { noUsage } from '../../canonical/usage.ts'
import type { Meter } from '../../metering/meter.ts'
import { inputOf, unansweredMeter } from '../../metering/text.ts'
import { asArray } from '../../raw/json.ts'

/**
 * A search ranks this many documents; longer ones count once per so many tokens.
 * https://docs.cohere.com/docs/how-does-cohere-pricing-work
 */
const DOCUMENTS_PER_SEARCH = 100
const TOKENS_PER_DOCUMENT = 500

/** A reranking, priced by the search or by tokens. */
export const rerankMeter: Meter = {
  ...unansweredMeter,
  most(call, leastTokens, textTokens) {
    const input = inputOf(call, leastTokens, textTokens)
    const documents = asArray(call.member('documents')).length + input / TOKENS_PER_DOCUMENT
    return { usage: { ...noUsage(), input }, callCount: Math.ceil(documents / DOCUMENTS_PER_SEARCH) }
  },
}
