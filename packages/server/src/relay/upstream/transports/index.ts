/**
 * How bytes get to upstreams and back, a file each. A call, one request and one response, goes out by `send`: all its
 * transports have the face `Transport`. A live session, messages in both directions, is opened by `openUpstream`. Both take
 * url, headers and proxy, end when their signal is aborted, and fail with the errors of the relay.
 */
import { finished } from './finished.ts'
import { sendOverHttp } from './http.ts'
import { sendOverSocket } from './one-message.ts'
import { sendThroughSocks } from './socks.ts'
import { stoppable } from './stoppable.ts'
import type { Transport, UpstreamRequest } from './transport.ts'

export type { TimeLimits } from './transport.ts'
export { openUpstream, type UpstreamSocket } from './websocket.ts'

/** Calls that do not go out over plain HTTP, a line each; the first that takes a call sends it. */
const others: readonly { takes(request: UpstreamRequest): boolean; send: Transport }[] = [
  { takes: ({ url }) => url.startsWith('ws'), send: sendOverSocket },
  { takes: ({ proxy }) => proxy.startsWith('socks'), send: sendThroughSocks },
]

/** Sends a call by the transport that takes it, and waits for the task it may begin. Redirects are not followed: they would carry the key along. */
export const send: Transport = async request => {
  const other = others.find(({ takes }) => takes(request))
  const response = await (other?.send ?? sendOverHttp)(request)
  if (request.poll) return finished(response, request, send)
  return request.stop ? stoppable(response, request, send) : response
}
