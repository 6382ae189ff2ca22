import { findError, UNREADABLE } from '../errors/index.ts'
import type { PutQuestion, TellContext } from '../exchanges/exchange.ts'
import { newTally, type Tally } from '../observers/tally.ts'
import { isObject, tryParse } from '../raw/json.ts'
import type { ResponsePipeline, WholePassed } from './pipeline.ts'

/** The one answer to a question that was put in other words than the client's, told in the client's. */
export const exchanged = (put: PutQuestion, context: TellContext): ResponsePipeline => ({
  whole: bytes => tellWhole(put, context, bytes),
  // nobody was asked to stream
  stream: () => {
    const tally = failed(newTally())
    return { tally, push: () => null, end: () => null, stop: () => new Uint8Array() }
  },
  contentType: { stream: 'text/event-stream', whole: 'application/json' },
})

function tellWhole({ tell }: PutQuestion, context: TellContext, bytes: Uint8Array): WholePassed {
  const tally = newTally()
  tally.outputBytes = bytes.length
  const answer = tryParse(new TextDecoder().decode(bytes))
  const told = isObject(answer) ? tell(answer, context) : null
  if (!told) return { body: bytes, tally: failed(tally, answer) }
  Object.assign(tally, { usage: told.usage, units: told.units, usageIsFinal: told.usage !== null })
  tally.suspect = [...(told.usage?.suspect ?? [])]
  Object.assign(tally, { produced: true, finished: true })
  return { body: new TextEncoder().encode(JSON.stringify(told.body)), tally }
}

function failed(tally: Tally, answer?: unknown): Tally {
  tally.error = findError(answer) ?? UNREADABLE
  return tally
}
