import { asText, splitSse } from '@tollgate/gateway'
import { withRequestId } from '../../platform/process/request-id.ts'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { AdmittedCall } from '../../relay/hold/call-run.ts'
import { weightOf } from '../../relay/request/large-body/write-in-turns.ts'
import { runCall } from '../../relay/run-call.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { type EventLog, makeEventLog, type ResponseEvent } from './events.ts'
import type { Item } from './store/index.ts'
import { storeResponse } from './store-delivered.ts'
import type { Fault, StoredFormat } from './stored-format.ts'
import { storedFormats } from './stored-formats.ts'

const MIB = 1024 * 1024

/**
 * Starts a call that runs on without its client, and answers at once that it is queued, or with its stream. It is held,
 * settled and logged like any other call.
 *
 * @throws ApiError if it cannot be stored
 */
export async function runInBackground(
  admitted: AdmittedCall,
  stored: StoredCall,
  request: Request,
  deps: StatefulDeps,
): Promise<Response> {
  const { call } = admitted.logged
  const { userId, id, chain } = stored
  const format = storedFormats[stored.format]
  const queued = format.queued(admitted, stored, deps.now())
  const content = { input: await stored.input(), response: queued }
  const size = weightOf(content)
  await deps.responses.keep({
    userId,
    id,
    previousId: chain.at(-1) ?? '',
    channelId: 0,
    status: 'queued',
    content,
    size,
    chain,
  })
  // Its client may leave, and its connection may serve other calls.
  delete call.connection
  const leaving = new AbortController()
  const events = makeEventLog(deps.options.get('stored_responses.mib_each') * MIB)
  const background = { userId, id, events, cancel: () => leaving.abort() }
  deps.backgroundResponses.add(background)
  const own = new Request(request.url, { method: 'POST', headers: request.headers, signal: leaving.signal })
  const facts = { requestId: call.requestId, userId, responseId: id }
  void withRequestId(call.requestId, () => make(admitted, own, queued, events, format, deps))
    .catch(error => {
      deps.log.error({ err: error, ...facts }, 'a background response failed')
      return format.failed(queued, BROKEN_OFF)
    })
    .then(response => finish(stored, response, deps))
    .catch(error => deps.log.error({ err: error, ...facts }, 'a background response was lost'))
    .finally(() => {
      events.end()
      deps.backgroundResponses.ended(background)
    })
  const headers = { 'x-request-id': call.requestId }
  if (!stored.isStream) return Response.json(queued, { headers })
  return new Response(events.after(-1), {
    headers: { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
  })
}

/** Runs the call, reads its stream to the end, and returns the final response. */
async function make(
  admitted: AdmittedCall,
  request: Request,
  queued: Item,
  events: EventLog,
  format: StoredFormat,
  deps: StatefulDeps,
): Promise<Item> {
  const { response, asEvent } = await runCall(admitted, request, deps)
  if (asEvent || !response.ok || !response.body) {
    const failed = format.failed(queued, await errorOf(response))
    events.add(format.failure(failed))
    return failed
  }
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  request.signal.addEventListener('abort', leave)
  const most = deps.options.get('stored_responses.mib_each') * MIB
  const frames = splitSse(most)
  const read = format.reader(most)
  let last: Item | null = null
  let number = -1
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const { event, data } of frames.push(chunk.value)) {
      if (data === null) continue
      number += 1
      const numbered = format.event(data, number)
      events.add(numbered)
      last = read({ event, data }) ?? failureIn(numbered, queued, format) ?? last
    }
  }
  if (request.signal.aborted) return { ...queued, status: 'cancelled' }
  return last ?? format.failed(queued, BROKEN_OFF)
}

const BROKEN_OFF: Fault = { code: 'server_error', message: 'The response was interrupted' }

/** Returns the failed response for an error event; null: another event. */
function failureIn({ type, data }: ResponseEvent, queued: Item, format: StoredFormat): Item | null {
  if (type !== 'error') return null
  const event = JSON.parse(data) as Item
  return format.failed(queued, faultOf({ ...event, ...(event.error as Item | undefined) }))
}

async function finish(stored: StoredCall, given: Item, deps: StatefulDeps): Promise<void> {
  const { userId, id } = stored
  const response: Item = { ...given, id, background: true, store: true }
  const content = { input: await stored.input(), response }
  const isWanted = await deps.responses.finish(userId, id, asText(response.status) ?? 'failed', content)
  if (isWanted && stored.conversationId) await storeResponse({ ...stored, isKept: false }, response, deps)
}

async function errorOf(response: Response): Promise<Fault> {
  const body = (await response.json().catch(() => ({}))) as { error?: Item }
  return faultOf(body.error ?? {})
}

/** Google's errors have a numeric code and a word as status. */
const faultOf = ({ code, status, message }: Item): Fault => ({
  code: asText(code) ?? asText(status)?.toLowerCase() ?? BROKEN_OFF.code,
  message: asText(message) ?? '',
})
