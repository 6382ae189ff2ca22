import { endpoints } from '@tollgate/gateway'
import type { RelayEndpoint } from '../../relay/call/endpoints.ts'
import { newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { StoredFormatName } from '../../relay/call/stored-call.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { statedGroup } from '../../relay/plan/group.ts'
import { authenticate, callerKey } from '../../relay/request/authenticate.ts'
import { callLimitOf } from '../../relay/request/call-limits.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import { parseInTurns } from '../../relay/request/parse-in-turns.ts'
import { readBody } from '../../relay/request/read-body.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { conversationVerbs } from './conversation-verbs.ts'
import { interactionVerbs } from './interactions/verbs.ts'
import { responseVerbs } from './response-verbs.ts'
import type { StoredRequest, Verb } from './verb.ts'

/** The paths of stored objects. The paths of model calls take precedence. */
export const STORED_PATHS = ['/v1/responses/*', '/v1/conversations', '/v1/conversations/*', '/v1beta/interactions/*']

const storedIn = (path: string, format: StoredFormatName): RelayEndpoint => ({
  path,
  format,
  errors: endpoints[format].errors,
})
const RESPONSES = storedIn('/v1/responses', 'openai-responses')
const INTERACTIONS = storedIn('/v1beta/interactions', 'gemini-interactions')

const verbs: readonly Verb[] = [...responseVerbs, ...conversationVerbs, ...interactionVerbs]

/** Answers a request for a stored object. Other users' objects are not found. */
export async function serveStored(request: Request, clientIp: () => string, deps: StatefulDeps): Promise<Response> {
  const url = new URL(request.url)
  const endpoint = url.pathname.startsWith(INTERACTIONS.path) ? INTERACTIONS : RESPONSES
  const call = newCall(endpoint, request.headers)
  try {
    const { identity } = await authenticate(callerKey(request, endpoint.errors), clientIp, deps.now(), deps.tokens)
    await deps.callLimits.admit(identity, callLimitOf(statedGroup(identity, deps.options), deps.options))
    const { answer, ids } = verbOf(request.method, url.pathname)
    call.memory = deps.memory.open(identity.callerId)
    const stored: StoredRequest = {
      userId: identity.userId,
      mayStore: deps.options.get('stored_responses.enabled') && identity.storesResponses,
      ids,
      query: url.searchParams,
      search: url.search,
      request,
      async body() {
        // Free requests with a body are read only for a wallet above zero.
        if (!(await deps.tokens.canPay(identity.userId))) throw relayError('balance_empty')
        const steadiness = { watchdog: deps.watchdog, seconds: deps.options.get('connection_setting.body_seconds') }
        const inspection = { format: endpoint.format, forbiddenWords: [] }
        const read = await readBody(request, inspection, call.memory, steadiness)
        return bodyOf(typeof read === 'string' ? () => parse(read) : () => parseInTurns(read))
      },
    }
    const response = await answer(stored, deps)
    response.headers.set('x-request-id', call.requestId)
    return response
  } catch (error) {
    return closeConnection(errorResponse(call, error, deps.log).response)
  } finally {
    call.memory.release()
  }
}

/** @throws ApiError */
function verbOf(method: string, path: string): { answer: Verb['answer']; ids: string[] } {
  const known = verbs.map(verb => ({ verb, ids: idsIn(verb.path, path) })).filter(({ ids }) => ids !== null)
  const match = known.find(({ verb }) => verb.method === method)
  if (match?.ids) return { answer: match.verb.answer, ids: match.ids }
  throw relayError(known.length > 0 ? 'method_not_allowed' : 'route_unknown', { method, path })
}

/** Returns the ids in a path that matches a pattern, which has `*` for each; null: no match. */
function idsIn(pattern: string, path: string): string[] | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const fits = wanted.every((segment, at) => (segment === '*' ? given[at] !== '' : segment === given[at]))
  return fits ? given.filter((_, at) => wanted[at] === '*') : null
}

const parse = (text: string): unknown => (text.trim() === '' ? {} : JSON.parse(text))

async function bodyOf(read: () => unknown): Promise<Record<string, unknown>> {
  try {
    const value = await read()
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw relayError('body_not_json', { reason: (error as Error).message })
  }
  throw relayError('body_not_json', { reason: 'it must be an object' })
}
