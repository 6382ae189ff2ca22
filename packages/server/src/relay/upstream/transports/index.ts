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

/** The transport that takes a call. */
function transportOf({ url, proxy }: UpstreamRequest): Transport {
  if (url.startsWith('ws')) return sendOverSocket
  return proxy.startsWith('socks') ? sendThroughSocks : sendOverHttp
}

/** Sends a call by the transport that takes it, and waits for the task it may begin. Redirects are not followed: they would carry the key along. */
export const send: Transport = request => {
  const response = transportOf(request)(request)
  return request.poll || request.stop ? followed(response, request) : response
}

async function followed(response: Promise<Response>, request: UpstreamRequest): Promise<Response> {
  return request.poll ? finished(await response, request, send) : stoppable(await response, request, send)
}
