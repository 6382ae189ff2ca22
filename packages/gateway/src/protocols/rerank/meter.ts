import { noUsage } from '../../canonical/usage.ts'
import type { Meter } from '../../metering/meter.ts'
import { inputOf, unansweredMeter } from '../../metering/text.ts'
import { asArray, asText } from '../../raw/json.ts'
import { isAddress } from '../common/address.ts'

/**
 * A search ranks this many documents; longer ones count once per this many tokens.
 * https://docs.cohere.com/docs/how-does-cohere-pricing-work
 */
const DOCUMENTS_PER_SEARCH = 100
const TOKENS_PER_DOCUMENT = 500

/**
 * A reranking, priced per search or by tokens. The query is read with each document: https://docs.voyageai.com/docs/faq
 */
export const rerankMeter: Meter = {
  ...unansweredMeter,
  most(call, leastTokens, textTokens) {
    const once = inputOf(call, leastTokens, textTokens)
    const count = asArray(call.member('documents')).length
    const input = once + Math.max(0, count - 1) * mostOfQuery(call.member('query'), once)
    const documents = count + input / TOKENS_PER_DOCUMENT
    return { usage: { ...noUsage(), input }, callCount: Math.ceil(documents / DOCUMENTS_PER_SEARCH) }
  },
}

/** An address, or a query that is not a text, may count as much as the whole request. */
function mostOfQuery(query: unknown, all: number): number {
  const text = asText(query)
  return text === null || isAddress(text) ? all : Math.min(all, Buffer.byteLength(text))
}
