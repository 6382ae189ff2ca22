import type { RelayCall } from '../../relay/call/relay-call.ts'
import { type PassedOver, serveMirror } from '../../relay/mirror/serve.ts'
import { batchRoutes } from '../../stateful/batches/routes.ts'
import type { StatefulDeps } from '../../stateful/stateful-deps.ts'
import { taskRoutes } from '../../stateful/tasks/routes.ts'
import { callsByPath } from './calls.ts'
import type { Asked, Handler, IpOf } from './guarded.ts'
import { meantPaths } from './meant-path.ts'

/** Copies of calls come here, each below it at the path of its call. */
export const MIRROR = '/mirror'

const planned = meantPaths(callsByPath)
const passedOver = meantPaths<PassedOver>({
  ...Object.fromEntries(batchRoutes.map(({ path }) => [path, 'mirror_files'])),
  ...Object.fromEntries(taskRoutes.map(({ path }) => [path, 'mirror_tasks'])),
})
/** Nobody waits for the answer to a copy. */
const UNKNOWN_CONNECTION = { peer: () => null, received: () => null, limitUnread: () => undefined }

/** @param isServed whether a path is one of the relay's, of whatever kind */
export function mirrorHandler(deps: StatefulDeps, ipOf: IpOf, isServed: (path: string) => boolean): Handler {
  return (request, listener) => {
    listener.timeout(request, 0)
    const url = new URL(request.url)
    url.pathname = url.pathname.slice(MIRROR.length)
    Object.defineProperties(request, { url: { value: url.href } })
    const copy = { call: callOf(request, url.pathname, isServed), request, clientIp: () => ipOf(request, listener) }
    return serveMirror(copy, deps, deps.mirror)
  }
}

/** Undefined: nothing serves it. */
function callOf(request: Asked, path: string, isServed: (path: string) => boolean): RelayCall | PassedOver | undefined {
  const place = planned(path)
  if (!place) return isServed(path) ? (passedOver(path)?.route ?? 'mirror_not_planned') : undefined
  Object.defineProperties(request, { params: { value: place.params, configurable: true } })
  return place.route(request, UNKNOWN_CONNECTION) ?? undefined
}
