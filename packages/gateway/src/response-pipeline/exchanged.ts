import { findError, UNREADABLE, type UpstreamError } from '../errors/index.ts'
import type { ConvertedRequest } from '../exchanges/exchange.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import type { Body, ResponseContext } from '../protocols/common/exchange.ts'
import { isObject, tryParse } from '../raw/json.ts'
import { estimateTokens } from '../usage/estimate-tokens.ts'
import type { ResponsePipeline, WholePassed } from './pipeline.ts'

/** Returns the pipeline of a request sent in a format other than the client's, with one response. */
export const exchanged = (request: ConvertedRequest<Body>, context: ResponseContext): ResponsePipeline => ({
  whole: bytes => convertWhole(request, context, bytes),
  // these requests are never streamed
  stream: () => {
    const tally = failed(newTally())
    return { tally, push: () => null, end: () => null, stop: () => new Uint8Array() }
  },
  contentType: { stream: 'text/event-stream', whole: request.contentType },
})

function convertWhole(
  { convertResponse, readError }: ConvertedRequest<Body>,
  context: ResponseContext,
  bytes: Uint8Array,
): WholePassed {
  const tally = newTally()
  tally.outputBytes = bytes.length
  const answer = tryParse(new TextDecoder().decode(bytes))
  const converted = convertResponse(isObject(answer) ? answer : bytes, context)
  if (!converted) return { body: bytes, tally: failed(tally, answer, isObject(answer) ? readError(answer) : null) }
  Object.assign(tally, { usage: converted.usage, units: converted.units, usageIsFinal: converted.usage !== null })
  tally.suspect = [...(converted.usage?.suspect ?? [])]
  if (converted.text) tally.outputTokens = estimateTokens(converted.text)
  Object.assign(tally, { produced: true, finished: true })
  const { body } = converted
  return { body: body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body)), tally }
}

function failed(tally: Tally, answer?: unknown, error: UpstreamError | null = null): Tally {
  tally.error = error ?? findError(answer) ?? UNREADABLE
  return tally
}
