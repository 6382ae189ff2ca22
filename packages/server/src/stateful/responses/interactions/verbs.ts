import { replayInteraction } from '@tollgate/gateway'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { isAbandoned, isUnfinished } from '../background-responses.ts'
import { writeEvent } from '../events.ts'
import { type Item, isInteractionId, type StoredResponse } from '../store/index.ts'
import { itemsOf, STOPPED } from '../stored-format.ts'
import type { StoredRequest, Verb } from '../verb.ts'
import { interactionsFormat } from './format.ts'

/** https://ai.google.dev/api/interactions-api */
export const interactionVerbs: readonly Verb[] = [
  {
    method: 'GET',
    path: '/v1beta/interactions/*',
    async answer(request, deps) {
      const found = await find(request, deps)
      if (request.query.get('stream') === 'true') return streamOf(found, request, deps)
      const { content } = found
      const interaction = shown(found, deps)
      const steps = [...(content?.input ?? []), ...itemsOf(interaction, interactionsFormat)]
      const withInput = request.query.get('include_input') === 'true' && { input: content?.input ?? [] }
      return Response.json({ ...interaction, steps, ...withInput })
    },
  },
  {
    method: 'DELETE',
    path: '/v1beta/interactions/*',
    async answer(request, deps) {
      const { userId, id } = await find(request, deps)
      deps.backgroundResponses.find(userId, id)?.cancel()
      await deps.responses.remove(userId, id)
      return Response.json({})
    },
  },
  {
    method: 'POST',
    path: '/v1beta/interactions/*/cancel',
    async answer(request, deps) {
      const found = await find(request, deps)
      const { userId, id, content } = found
      if (!isUnfinished(found) && !content?.response.background) throw relayError('response_not_cancellable')
      const response = { ...content?.response, status: 'cancelled', background: true }
      // Cancelling twice is harmless.
      if (isUnfinished(found))
        await deps.responses.finish(userId, id, 'cancelled', { input: content?.input ?? [], response })
      deps.backgroundResponses.find(userId, id)?.cancel()
      return Response.json(shown(await find(request, deps), deps))
    },
  },
]

/** @throws ApiError */
async function find({ userId, ids }: StoredRequest, { responses }: StatefulDeps): Promise<StoredResponse> {
  const [id = ''] = ids
  const found = isInteractionId(id) ? await responses.find(userId, id) : null
  if (!found) throw relayError('interaction_not_found', { id })
  return found
}

/** Returns the current interaction. If its process has died, it has failed. */
function shown(found: StoredResponse, { now }: StatefulDeps): Item {
  const { background: _background, store: _store, ...interaction } = { ...found.content?.response }
  const status = isUnfinished(found) ? 'in_progress' : found.status
  return isAbandoned(found, now()) ? interactionsFormat.failed(interaction, STOPPED) : { ...interaction, status }
}

/** Returns the events after one if they are still available, else their result. */
function streamOf(found: StoredResponse, { query }: StoredRequest, deps: StatefulDeps): Response {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  const after = query.get('last_event_id') ?? ''
  const running = deps.backgroundResponses.find(found.userId, found.id)
  if (running) return new Response(running.events.after(/^\d{1,9}$/.test(after) ? Number(after) : -1), { headers })
  const interaction = shown(found, deps)
  // the event numbers are lost, so a client that has read some gets all steps at once
  const events = after === '' ? replayInteraction(interaction) : [{ event_type: 'interaction.completed', interaction }]
  const frames = events.map(event => writeEvent({ type: String(event.event_type), data: JSON.stringify(event) }))
  return new Response(Buffer.concat([...frames, writeEvent({ type: 'done', data: '[DONE]' })]), { headers })
}
