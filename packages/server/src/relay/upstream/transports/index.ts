/**
 * Ways to exchange bytes with upstreams, one per file. `send` makes a call, one request and one response; all its transports
 * implement `Transport`. `openUpstream` opens a live session, with messages in both directions. Both take url, headers and
 * proxy, end when their signal is aborted, and fail with the relay's errors.
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

/** Sends a call by its transport, and waits for the task it may start. Does not follow redirects, which would pass the key on. */
export const send: Transport = request => {
  const response = transportOf(request)(request)
  return request.poll || request.stop ? followed(response, request) : response
}

async function followed(response: Promise<Response>, request: UpstreamRequest): Promise<Response> {
  return request.poll ? finished(await response, request, send) : stoppable(await response, request, send)
}
