import type { Call } from '../../packages/contract/src/call.ts'
import { calls } from '../../packages/contract/src/index.ts'
import { deploymentEndpoints, geminiEndpoints, relayEndpoints } from '../../packages/server/src/relay/call/endpoints.ts'
import { playgroundRoutes } from '../../packages/server/src/relay/playground/routes.ts'
import { batchRoutes } from '../../packages/server/src/stateful/batches/routes.ts'
import { conversationVerbs } from '../../packages/server/src/stateful/responses/conversation-verbs.ts'
import { responseVerbs } from '../../packages/server/src/stateful/responses/response-verbs.ts'
import { publicMidjourneyRoutes } from '../../packages/server/src/stateful/tasks/midjourney/routes.ts'
import { taskRoutes } from '../../packages/server/src/stateful/tasks/routes.ts'
import { benchModel } from './bodies.ts'

/** An endpoint that takes a body. */
export interface BodyEndpoint {
  method: string
  path: string
  /** Console paths need a session, all others a token. */
  isConsole: boolean
}

/** Every endpoint that accepts a body, from the tables that define the server's routes. */
export function bodyEndpoints(): BodyEndpoint[] {
  const relayed = [
    ...relayEndpoints.map(({ path }) => path),
    '/v1/responses/compact',
    ...deploymentEndpoints.map(({ path }) => path),
    ...[...geminiEndpoints.values()].map(({ path }) => path),
    ...[...batchRoutes, ...taskRoutes].flatMap(({ path, handlers }) => (handlers.POST ? [path] : [])),
    ...[...responseVerbs, ...conversationVerbs].flatMap(({ method, path }) => (method === 'POST' ? [path] : [])),
    ...publicMidjourneyRoutes.flatMap(({ path, method }) => (method === 'POST' ? [path] : [])),
  ]
  const asked: Call[] = Object.values(calls).flatMap(room => Object.values(room))
  return [
    ...relayed.map(path => ({ method: 'POST', path: filled(path), isConsole: false })),
    ...playgroundRoutes.map(({ path }) => ({ method: 'POST', path: filled(path), isConsole: true })),
    ...asked.flatMap(({ method, path, body }) => (body ? [{ method, path: filled(path), isConsole: true }] : [])),
  ]
}

/** Replaces a path's parameters by the bench's model, a method and a number. */
const filled = (path: string): string =>
  path
    .replace(/:deployment|\{model\}/g, benchModel)
    .replace('models/*', `models/${benchModel}:generateContent`)
    .replace(/:mode\b/, 'mj-fast')
    .replace('/mj/submit/:action', '/mj/submit/imagine')
    .replace('/suno/submit/:action', '/suno/submit/music')
    .replace(/(?<=\/):\w+|\{\w+\}|\*/g, '1')
