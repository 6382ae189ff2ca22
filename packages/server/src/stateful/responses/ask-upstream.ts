import { relayError } from '../../relay/call/relay-error.ts'
import { withKey } from '../../relay/candidates/keys/channel-keys.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import { upstreamFailure } from '../../relay/errors/upstream-failure.ts'
import { callUpstream, timeLimits } from '../../relay/upstream/call-upstream.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { StoredResponse } from './store/index.ts'
import type { StoredRequest } from './verb.ts'

const LARGEST_ANSWER = 64 * 1024 * 1024

/**
 * Sends the client's request for a response to the upstream that stores it.
 *
 * @throws ApiError | AttemptFailure
 */
export async function askUpstream(
  { channelId, channelKey = '' }: Pick<StoredResponse, 'channelId' | 'channelKey'>,
  method: 'GET' | 'DELETE' | 'POST',
  { request, search, ids }: StoredRequest,
  deps: StatefulDeps,
): Promise<Response> {
  const { channels, options, watchdog, inFlight } = deps
  const whole = channels.byId(channelId)
  if (!whole) throw relayError('response_channel_gone', { id: ids[0] ?? '' })
  const channel = withKey(whole, channelKey)
  const providerCall = {
    channel,
    format: 'openai-responses' as const,
    path: new URL(request.url).pathname + search,
    model: '',
    clientModel: '',
    isStream: false,
    isConverted: false,
    clientHeaders: request.headers,
    clientUrl: request.url,
    options,
  }
  const url = channel.provider.address(providerCall)
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...channel.provider.headers(providerCall),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
  const receiver = { signal: request.signal, readOnMs: () => 0 }
  const asked = {
    url,
    headers,
    body: method === 'POST' ? '{}' : '',
    proxy: channel.setting.proxy,
    limits: timeLimits(options),
    receiver,
  }
  const answer = await callUpstream({ ...asked, ...(method !== 'POST' && { method }) }, { watchdog, inFlight })
  const { status } = answer
  const contentType = answer.headers.get('content-type') ?? ''
  if (status >= 200 && status < 300 && contentType.startsWith('text/event-stream'))
    return new Response(streamOf(answer), { headers: { 'content-type': contentType } })
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await answer.read(); chunk; chunk = await answer.read()) {
    size += chunk.length
    if (size > LARGEST_ANSWER) {
      answer.cancel()
      throw relayError('upstream_too_large', { limit: '64 MiB' })
    }
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  if (status >= 200 && status < 300) return new Response(body, { headers: { 'content-type': 'application/json' } })
  const text = redactorOf(channel, url).keys(body.toString())
  throw upstreamFailure(channel, { url, status, contentType, body: text, isCut: false, retryAfter: null, isOwn: true })
}

const streamOf = (answer: { read(): Promise<Uint8Array | null>; cancel(): void }): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const chunk = await answer.read()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
    cancel: () => answer.cancel(),
  })
