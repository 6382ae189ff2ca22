import type { CanonicalRequest } from '../../canonical/request.ts'
import { noUsage } from '../../canonical/usage.ts'
import type { Format } from '../../observers/index.ts'
import type { JsonObject } from '../../raw/json.ts'
import { type Exchange, exchange, type UpstreamSide } from '../exchange.ts'
import { anthropicClient } from './anthropic.ts'
import { geminiClient } from './gemini.ts'

export { anthropicCounts } from './anthropic.ts'
export { geminiCounts, vertexCounts } from './gemini.ts'

/** A way of asking how many tokens a conversation comes to. */
interface CountClient {
  /** @throws AskRefused */
  readRequest(body: JsonObject): CanonicalRequest
  writeCount(tokens: number): JsonObject
}

const clients = {
  'anthropic-count-tokens': anthropicClient,
  'gemini-count-tokens': geminiClient,
} satisfies Partial<Record<Format, CountClient>>

type CountFormat = keyof typeof clients

export const isCount = (format: Format): format is CountFormat => format in clients

/** A count that the gateway makes itself, in the words of who asks for it. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => clients[format].writeCount(tokens)

/** Counts for every client by an upstream that has its own words for it. */
export const countsBy = (upstream: UpstreamSide<CanonicalRequest, number>): Record<CountFormat, Exchange> => ({
  'anthropic-count-tokens': counting(clients['anthropic-count-tokens'], upstream),
  'gemini-count-tokens': counting(clients['gemini-count-tokens'], upstream),
})

/** To count uses no tokens. */
const counting = (
  { readRequest, writeCount }: CountClient,
  upstream: UpstreamSide<CanonicalRequest, number>,
): Exchange =>
  exchange({ readRequest: body => readRequest(body), writeAnswer: tokens => writeCount(tokens) }, upstream, () => ({
    usage: noUsage(),
  }))
