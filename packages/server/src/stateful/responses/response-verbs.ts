import { relayError } from '../../relay/call/relay-error.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { askUpstream } from './ask-upstream.ts'
import { isAbandoned, isUnfinished } from './background-responses.ts'
import { writeEvent } from './events.ts'
import { listedItems } from './input-items.ts'
import { pageOf } from './page-of.ts'
import { eventData, responsesFormat } from './responses-format.ts'
import { isInteractionId, type StoredResponse } from './store/index.ts'
import { STOPPED } from './stored-format.ts'
import type { StoredRequest, Verb } from './verb.ts'

/** https://platform.openai.com/docs/api-reference/responses */
export const responseVerbs: readonly Verb[] = [
  {
    method: 'GET',
    path: '/v1/responses/*',
    async answer(request, deps) {
      const found = await find(request, deps)
      if (found.channelId !== 0) return askUpstream(found, 'GET', request, deps)
      return request.query.get('stream') === 'true' ? streamOf(found, request, deps) : Response.json(shown(found, deps))
    },
  },
  {
    method: 'DELETE',
    path: '/v1/responses/*',
    async answer(request, deps) {
      const found = await find(request, deps)
      const { userId, id, channelId } = found
      if (channelId !== 0) await askUpstream(found, 'DELETE', request, deps)
      deps.backgroundResponses.find(userId, id)?.cancel()
      await deps.responses.remove(userId, id)
      return Response.json({ id, object: 'response', deleted: true })
    },
  },
  {
    method: 'GET',
    path: '/v1/responses/*/input_items',
    async answer(request, deps) {
      const found = await find(request, deps)
      const { userId, id, channelId } = found
      if (channelId !== 0) return askUpstream(found, 'GET', request, deps)
      const chain = await deps.responses.chain(userId, id)
      if (!chain) throw relayError('response_not_found', { id })
      const last = chain.length - 1
      const items = chain.flatMap(({ id: owner, content }, at) => [
        ...listedItems(content?.input ?? [], owner),
        ...(at < last && Array.isArray(content?.response.output) ? content.response.output : []),
      ])
      return Response.json(pageOf(items, request.query))
    },
  },
  {
    method: 'POST',
    path: '/v1/responses/*/cancel',
    async answer(request, deps) {
      const found = await find(request, deps)
      const { userId, id, channelId, content } = found
      if (channelId !== 0) return askUpstream(found, 'POST', request, deps)
      if (!content?.response.background) throw relayError('response_not_cancellable')
      const response = { ...content.response, status: 'cancelled' }
      // Cancelling twice is harmless.
      if (isUnfinished(found)) await deps.responses.finish(userId, id, 'cancelled', { ...content, response })
      deps.backgroundResponses.find(userId, id)?.cancel()
      return Response.json(shown(await find(request, deps), deps))
    },
  },
]

/** @throws ApiError */
async function find({ userId, ids }: StoredRequest, { responses }: StatefulDeps): Promise<StoredResponse> {
  const [id = ''] = ids
  const found = isInteractionId(id) ? null : await responses.find(userId, id)
  if (!found) throw relayError('response_not_found', { id })
  return found
}

/** Returns the current response. If its process has died, it has failed. */
function shown(found: StoredResponse, { now }: StatefulDeps): Record<string, unknown> {
  const response = { ...found.content?.response, status: found.status }
  return isAbandoned(found, now()) ? responsesFormat.failed(response, STOPPED) : response
}

/** Returns the events after a number if they are still available, else only the last one. */
function streamOf(found: StoredResponse, { query }: StoredRequest, deps: StatefulDeps): Response {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  const after = query.get('starting_after') ?? ''
  const running = deps.backgroundResponses.find(found.userId, found.id)
  const from = /^\d{1,9}$/.test(after) ? Number(after) : -1
  if (running) return new Response(running.events.after(from), { headers })
  const response = shown(found, deps)
  const type = `response.${response.status}`
  return new Response(writeEvent({ type, data: eventData(type, from + 1, response) }) as Uint8Array<ArrayBuffer>, {
    headers,
  })
}
