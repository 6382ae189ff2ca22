import { newCall } from '../../../relay/call/relay-call.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { errorResponse } from '../../../relay/errors/error-response.ts'
import { closeConnection } from '../../../relay/request/close-connection.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import type { TaskHandler, TaskRoute } from '../serve-task-call.ts'
import { midjourneyEndpoint } from './endpoint.ts'
import { fetchDrawing, fetchSeed, listDrawings } from './fetch-drawings.ts'
import { showPicture } from './picture.ts'
import { submitDrawing } from './submit.ts'
import { takeCallback } from './take-callback.ts'

const submit: TaskHandler = context => {
  const { action, mode } = context.params
  const path = action === undefined ? '/insight-face/swap' : `/submit/${action}`
  context.call.endpoint = midjourneyEndpoint(path)
  return submitDrawing({ path, mode: speedOf(mode, context.request) }, context)
}

/** A speed in a path of Midjourney proxies. */
const SPEED = /^mj-(fast|relax|turbo)$/

/** @throws ApiError if the path names another speed */
function speedOf(mode: string | undefined, { method, url }: Request): string {
  if (mode === undefined) return ''
  const [, speed] = SPEED.exec(mode) ?? []
  if (!speed) throw relayError('route_unknown', { method, path: new URL(url).pathname })
  return speed
}

/** The path after `/mj` and after `/{speed}/mj`. */
const handlers: readonly [path: string, handlers: TaskRoute['handlers']][] = [
  ['/submit/:action', { POST: submit }],
  ['/insight-face/swap', { POST: submit }],
  ['/task/list-by-condition', { POST: listDrawings }],
  ['/task/:id/fetch', { GET: fetchDrawing }],
  ['/task/:id/image-seed', { GET: fetchSeed }],
]

/** The routes of drawings that take a token. */
export const midjourneyRoutes: readonly TaskRoute[] = ['', '/:mode'].flatMap(prefix =>
  handlers.map(([path, handlers]) => ({ path: `${prefix}/mj${path}`, endpoint: midjourneyEndpoint(path), handlers })),
)

type PublicHandler = (id: string, request: Request, deps: StatefulDeps) => Promise<Response>

/**
 * Routes without a token: their URLs are secret and made here. The last part of the path is the secret or the id.
 */
export const publicMidjourneyRoutes: readonly { path: string; method: 'GET' | 'POST'; handler: PublicHandler }[] = [
  { path: '/mj/image/:id', method: 'GET', handler: showPicture },
  { path: '/mj/notify/:id', method: 'POST', handler: takeCallback },
]

/** Serves one of those routes. Never throws. */
export async function servePublic(
  handler: PublicHandler,
  request: Request,
  id: string,
  deps: StatefulDeps,
): Promise<Response> {
  try {
    return await handler(id, request, deps)
  } catch (error) {
    return closeConnection(errorResponse(newCall(midjourneyEndpoint(''), request.headers), error, deps.log).response)
  }
}
