import { asText, splitSse } from '@tollgate/gateway'
import { withRequestId } from '../../platform/process/request-id.ts'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { AdmittedCall } from '../../relay/hold/call-run.ts'
import { runCall } from '../../relay/run-call.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { type EventLog, makeEventLog } from './events.ts'
import type { Item } from './store/index.ts'
import { storeResponse } from './store-delivered.ts'

const MIB = 1024 * 1024

/**
 * Starts a call that continues without its client, and answers at once that it is queued, or with its stream. It holds,
 * settles and logs like any other call.
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
  const queued = opening(admitted, stored, deps)
  const content = { input: stored.input(), response: queued }
  const size = JSON.stringify(content).length
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
  // Its client may leave, and the connection may serve other calls.
  delete call.connection
  const leaving = new AbortController()
  const events = makeEventLog(deps.options.get('stored_responses.mib_each') * MIB)
  const background = { userId, id, events, cancel: () => leaving.abort() }
  deps.backgroundResponses.add(background)
  const own = new Request(request.url, { method: 'POST', headers: request.headers, signal: leaving.signal })
  const facts = { requestId: call.requestId, userId, responseId: id }
  void withRequestId(call.requestId, () => make(admitted, own, queued, events, deps))
    .catch(error => {
      deps.log.error({ err: error, ...facts }, 'a response in the background failed')
      return { ...queued, status: 'failed', error: BROKEN_OFF }
    })
    .then(response => finish(stored, response, deps))
    .catch(error => deps.log.error({ err: error, ...facts }, 'a response in the background was lost'))
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
  deps: StatefulDeps,
): Promise<Item> {
  const { response, asEvent } = await runCall(admitted, request, deps)
  if (asEvent || !response.ok || !response.body) {
    const failed = { ...queued, status: 'failed', error: await errorOf(response) }
    events.add({ type: 'response.failed', number: 0, data: eventData('response.failed', 0, failed) })
    return failed
  }
  const reader = response.body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  request.signal.addEventListener('abort', leave)
  const frames = splitSse(deps.options.get('stored_responses.mib_each') * MIB)
  let last: Item | null = null
  let number = -1
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const { data } of frames.push(read.value)) {
      if (data === null) continue
      const event = JSON.parse(data) as Item
      const type = asText(event.type) ?? ''
      number += 1
      // Not every host numbers its events.
      const isNumbered = event.sequence_number === number
      events.add({ type, number, data: isNumbered ? data : JSON.stringify({ ...event, sequence_number: number }) })
      last = endOf(event, queued) ?? last
    }
  }
  if (request.signal.aborted) return { ...queued, status: 'cancelled' }
  return last ?? { ...queued, status: 'failed', error: BROKEN_OFF }
}

const BROKEN_OFF = { code: 'server_error', message: 'The response was interrupted' }
const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** The final response in an event; null: the event does not end it. */
function endOf(event: Item, queued: Item): Item | null {
  if (ENDS.has(event.type)) return event.response as Item
  const { code, message } = { ...(event as Item), ...(event.error as Item | undefined) }
  return event.type === 'error' ? { ...queued, status: 'failed', error: { code, message } } : null
}

async function finish(stored: StoredCall, given: Item, deps: StatefulDeps): Promise<void> {
  const { userId, id } = stored
  const response: Item = { ...given, id, background: true, store: true }
  const content = { input: stored.input(), response }
  const isWanted = await deps.responses.finish(userId, id, asText(response.status) ?? 'failed', content)
  if (isWanted && stored.conversationId) await storeResponse({ ...stored, isKept: false }, response, deps)
}

async function errorOf(response: Response): Promise<Item> {
  const body = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } }
  return { code: body.error?.code ?? 'server_error', message: body.error?.message ?? '' }
}

export const eventData = (type: string, number: number, response: Item): string =>
  JSON.stringify({ type, sequence_number: number, response })

function opening({ logged, envelope }: AdmittedCall, { members }: StoredCall, { now }: StatefulDeps): Item {
  const repeated = REPEATED.map(name => [name, envelope.member(name) ?? null] as const)
  return {
    object: 'response',
    created_at: now(),
    status: 'queued',
    error: null,
    incomplete_details: null,
    model: logged.model,
    output: [],
    ...Object.fromEntries(repeated),
    tools: envelope.member('tools') ?? [],
    parallel_tool_calls: envelope.member('parallel_tool_calls') ?? true,
    tool_choice: envelope.member('tool_choice') ?? 'auto',
    ...members,
  }
}

/** Members of the request that its response repeats. */
const REPEATED = [
  'instructions',
  'max_output_tokens',
  'metadata',
  'reasoning',
  'temperature',
  'text',
  'top_p',
  'truncation',
]
