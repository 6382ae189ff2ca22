import type { Server } from 'bun'
import { RESPONSES } from '../../relay/call/endpoints.ts'
import { type ClientConnection, newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { authenticate, callerKey } from '../../relay/request/authenticate.ts'
import { closeConnection } from '../../relay/request/close-connection.ts'
import type { Session } from '../realtime/client-sockets.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { makeResponsesSocket } from './socket.ts'

/**
 * Opens a socket for responses, for a caller with a valid key. Each request on it is checked separately.
 * https://platform.openai.com/docs/guides/websocket-mode
 *
 * @returns undefined if the connection has become a WebSocket; 426 if the client did not ask for one
 */
export async function openResponsesSocket(
  request: Request,
  listener: Server<Session>,
  clientIp: string,
  connection: ClientConnection,
  deps: StatefulDeps,
): Promise<Response | undefined> {
  const call = newCall(RESPONSES, request.headers)
  try {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw relayError('upgrade_required')
    const key = callerKey(request, RESPONSES.errors)
    const { identity } = await authenticate(key, () => clientIp, deps.now(), deps.tokens)
    const { requestId: id } = call
    const { url } = request
    const headers = requestHeaders(request.headers)
    const data = makeResponsesSocket({ id, url, headers, clientIp, userId: identity.callerId, connection }, deps)
    if (listener.upgrade(request, { data, headers: { 'x-request-id': id } })) return undefined
    data.left()
    throw relayError('upgrade_required')
  } catch (error) {
    const failed = errorResponse(call, error, deps.log)
    if (failed.status === 426) failed.response.headers.set('upgrade', 'websocket')
    return closeConnection(failed.response)
  }
}

/** Headers that belong only to the handshake. */
const HANDSHAKE = /^(connection|upgrade|sec-websocket-.*|content-.*|transfer-encoding|x-request-id)$/i

const requestHeaders = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => !HANDSHAKE.test(name)))
