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
  /** Its own paths of the console take a session, the others a token. */
  isConsole: boolean
}

/** Every endpoint that takes a body, from the tables that the server makes its routes of. */
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

/** The bench's model, method and a number in the place of a path's parameters. */
const filled = (path: string): string =>
  path
    .replace(/:deployment|\{model\}/g, benchModel)
    .replace('models/*', `models/${benchModel}:generateContent`)
    .replace(/:mode\b/, 'mj-fast')
    .replace('/mj/submit/:action', '/mj/submit/imagine')
    .replace('/suno/submit/:action', '/suno/submit/music')
    .replace(/(?<=\/):\w+|\{\w+\}|\*/g, '1')
