import { findError, type ProviderCall, type Redactor, readRealtimeMessage, redactError } from '@tollgate/gateway'
import { redactorOf } from '../errors/channel-redactor.ts'
import { AttemptFailure, asFailure } from '../errors/upstream-failure.ts'
import type { RelayDeps } from '../relay.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import { timeLimits } from '../upstream/call-upstream.ts'
import { type SentRequest, upstreamModelOf } from '../upstream/upstream-request.ts'
import type { Handshake } from './handshake.ts'
import { openUpstream, type UpstreamSocket } from './upstream-socket.ts'

/** An upstream that takes the session. */
interface Taken {
  asked: SentRequest
  upstream: UpstreamSocket
  /** Hides what of its words must reach no client. */
  redactor: Redactor
}

interface Conditions {
  handshake: Handshake
  /** The whole address the client called. */
  clientUrl: string
  clientSignal: AbortSignal
}

/**
 * One try to open a session with one channel.
 *
 * @throws AttemptFailure | ClientGone
 */
export async function tryUpstream(
  channel: OpenChannel,
  { handshake, clientUrl, clientSignal }: Conditions,
  { options, watchdog }: Pick<RelayDeps, 'options' | 'watchdog'>,
): Promise<Taken> {
  const model = nameUpstream(channel, handshake.model)
  const call: ProviderCall = {
    channel,
    format: 'openai-realtime',
    path: `/v1/realtime?model=${encodeURIComponent(model)}`,
    model,
    clientModel: handshake.model,
    isStream: true,
    isConverted: false,
    clientHeaders: handshake.headers,
    clientUrl,
    options,
  }
  const address = channel.provider.address(call)
  const redactor = redactorOf(channel, address)
  const upstream = await openUpstream({
    url: address.replace(/^http/, 'ws'),
    headers: channel.provider.headers(call),
    channel,
    limits: timeLimits(options),
    clientSignal,
    watchdog,
  })
  const refused = errorIn(upstream.greeting, redactor)
  if (!refused) return { asked: { model, losses: [] }, upstream, redactor }
  upstream.close(1000, '')
  throw new AttemptFailure(refused, null, null)
}

function nameUpstream(channel: OpenChannel, model: string): string {
  try {
    return upstreamModelOf(channel, model)
  } catch (error) {
    return asFailure(error)
  }
}

/** Some hosts open the socket first and refuse then. */
function errorIn(greeting: UpstreamSocket['greeting'], redactor: Redactor) {
  if (typeof greeting !== 'string') return null
  const { type, event } = readRealtimeMessage(greeting)
  const error = type === 'error' ? findError(event) : null
  return error && redactError(error, redactor)
}
