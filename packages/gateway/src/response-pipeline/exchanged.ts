import { findError, UNREADABLE } from '../errors/index.ts'
import type { ConvertedRequest } from '../exchanges/exchange.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import type { ResponseContext } from '../protocols/common/exchange.ts'
import { isObject, tryParse } from '../raw/json.ts'
import type { ResponsePipeline, WholePassed } from './pipeline.ts'

/** Returns the pipeline of a request that was sent in another format than the client's, and has one response. */
export const exchanged = (request: ConvertedRequest, context: ResponseContext): ResponsePipeline => ({
  whole: bytes => convertWhole(request, context, bytes),
  // nobody was asked to stream
  stream: () => {
    const tally = failed(newTally())
    return { tally, push: () => null, end: () => null, stop: () => new Uint8Array() }
  },
  contentType: { stream: 'text/event-stream', whole: 'application/json' },
})

function convertWhole({ convertResponse }: ConvertedRequest, context: ResponseContext, bytes: Uint8Array): WholePassed {
  const tally = newTally()
  tally.outputBytes = bytes.length
  const answer = tryParse(new TextDecoder().decode(bytes))
  const converted = isObject(answer) ? convertResponse(answer, context) : null
  if (!converted) return { body: bytes, tally: failed(tally, answer) }
  Object.assign(tally, { usage: converted.usage, units: converted.units, usageIsFinal: converted.usage !== null })
  tally.suspect = [...(converted.usage?.suspect ?? [])]
  Object.assign(tally, { produced: true, finished: true })
  return { body: new TextEncoder().encode(JSON.stringify(converted.body)), tally }
}

function failed(tally: Tally, answer?: unknown): Tally {
  tally.error = findError(answer) ?? UNREADABLE
  return tally
}
