import { readGeminiAddress } from '@tollgate/gateway'
import { admitCall, type CallSoFar } from '../admit-call.ts'
import { geminiEndpoints, OPENAI_ROOT, relayEndpoints, rootOf } from '../call/endpoints.ts'
import { type ClientConnection, newCall, type RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import { errorResponse } from '../errors/error-response.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { closeConnection } from '../request/close-connection.ts'
import { quoteOf } from './quote-of.ts'

/**
 * Answers what a call would hold and cost. Makes the same checks as the call, but calls no upstream and writes nothing, not even
 * a log row for a refusal.
 */
export async function serveQuote(
  request: Request,
  clientIp: () => string,
  connection: ClientConnection,
  deps: RelayDeps,
): Promise<Response> {
  let call = newCall(OPENAI_ROOT, request.headers)
  const soFar: CallSoFar = { uncountSuccess() {} }
  try {
    call = quotedCall(request, connection)
    const admitted = await admitCall(call, request, clientIp, deps, soFar)
    if (!(await deps.tokens.canPay(admitted.logged.identity.userId))) throw relayError('balance_empty')
    const headers = { 'x-request-id': call.requestId, 'cache-control': 'no-store' }
    return Response.json(await quoteOf(admitted, request, deps), { headers })
  } catch (error) {
    soFar.uncountSuccess()
    const { response } = errorResponse(call, error, deps.log)
    return soFar.envelope ? response : closeConnection(response)
  } finally {
    await soFar.envelope?.form?.close()
    deps.inFlight.leave(call)
  }
}

const endpointsByPath = new Map(
  relayEndpoints.filter(({ isFree }) => !isFree).map(endpoint => [endpoint.path, endpoint]),
)

/**
 * Returns the call to quote: its path is named by the query, else it is Messages or Chat Completions, depending on the headers.
 *
 * @throws ApiError
 */
function quotedCall(request: Request, connection: ClientConnection): RelayCall {
  const url = new URL(request.url)
  const named = url.searchParams.get('endpoint')
  const root = rootOf(request)
  const path = named ?? (root.format === 'anthropic-messages' ? '/v1/messages' : '/v1/chat/completions')
  const endpoint = endpointsByPath.get(path)
  if (endpoint) return newCall(endpoint, request.headers, null, connection)
  const address = path.startsWith('/') && !path.startsWith('//') ? readGeminiAddress(new URL(path, url).href) : null
  const ofGemini = address && geminiEndpoints.get(address.method)
  if (!ofGemini || ofGemini.isFree)
    throw relayError('quote_endpoint_unknown', { endpoint: path.slice(0, LONGEST_PATH) })
  return newCall(ofGemini, request.headers, address, connection)
}

const LONGEST_PATH = 200
