import { noUsage } from '../../canonical/usage.ts'
import { countsOf, type Meter, type RequestCounts } from '../../metering/meter.ts'
import { inputOf, unansweredMeter } from '../../metering/text.ts'
import { asArray, asText } from '../../raw/json.ts'
import { readMember } from '../../raw/read-members.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'
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
  count: countRanking,
  most(call, leastTokens, textTokens) {
    const once = inputOf(call, leastTokens, textTokens)
    const { documents, queryTokens } = countsOf(call, countRanking)
    const input = once + Math.max(0, documents - 1) * Math.min(once, queryTokens)
    const searched = documents + input / TOKENS_PER_DOCUMENT
    return { usage: { ...noUsage(), input }, callCount: Math.ceil(searched / DOCUMENTS_PER_SEARCH) }
  },
}

type RankingCounts = Required<Pick<RequestCounts, 'documents' | 'queryTokens'>>

function countRanking(body: ScannedObject): RankingCounts {
  const documents = asArray(readMember(body, 'documents')).length
  return { documents, queryTokens: mostOfQuery(readMember(body, 'query')) }
}

/** An address, or a query that is not a text, may count as much as the whole request. */
function mostOfQuery(query: unknown): number {
  const text = asText(query)
  return text === null || isAddress(text) ? Number.POSITIVE_INFINITY : Buffer.byteLength(text)
}
