import { canServe, countRequest, readCount, type ScannedObject } from '@tollgate/gateway'
import type { Watchdog } from '../../platform/process/watchdog.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { callUpstream, type TimeLimits, type UpstreamAnswer, type UpstreamCall } from '../upstream/call-upstream.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'

/** What a request to a host needs, besides the channel. */
export interface CountingConditions {
  limits: TimeLimits
  receiver: UpstreamCall['receiver']
  watchdog: Watchdog
  inFlight: InFlightRegistry
}

const MESSAGES_PATH = '/v1/messages'
const COUNT_PATH = '/v1/messages/count_tokens'
/** A wallet that is nearly empty does not wait for long. */
const COUNT_SECONDS = 10
const LONGEST_ANSWER_BYTES = 4_096

/** Asks a host for the tokens of a request's text, which costs nothing there; null: it does not count, or did not this time. */
export async function countAtHost(
  { format, model, url, headers }: UpstreamRequest,
  body: ScannedObject,
  channel: OpenChannel,
  { limits, receiver, ...deps }: CountingConditions,
): Promise<number | null> {
  const counts = format === 'anthropic-messages' && canServe(channel, 'anthropic-count-tokens', model)
  const { origin, pathname, search } = new URL(url)
  if (!counts || !pathname.endsWith(MESSAGES_PATH)) return null
  const call: UpstreamCall = {
    url: origin + pathname.slice(0, -MESSAGES_PATH.length) + COUNT_PATH + search,
    headers: { ...headers, accept: 'application/json' },
    body: countRequest(body),
    proxy: channel.setting.proxy,
    limits: { ...limits, firstByteSeconds: COUNT_SECONDS, idleSeconds: COUNT_SECONDS },
    receiver: { signal: receiver.signal, readOnMs: () => 0 },
  }
  try {
    const answer = await callUpstream(call, deps)
    return answer.status === 200 ? readCount(await readShort(answer)) : ignore(answer)
  } catch {
    return null
  }
}

function ignore(answer: UpstreamAnswer): null {
  answer.cancel()
  return null
}

async function readShort(answer: UpstreamAnswer): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await answer.read(); chunk; chunk = await answer.read()) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size <= LONGEST_ANSWER_BYTES) continue
    answer.cancel()
    return ''
  }
  return Buffer.concat(chunks).toString()
}
