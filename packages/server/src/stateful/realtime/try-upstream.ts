import type { AttemptNote } from '@tollgate/contract'
import { findError, type ProviderCall, type Redactor, readRealtimeMessage, redactError } from '@tollgate/gateway'
import { names } from '../../platform/http/resolve-name.ts'
import type { CallTrace } from '../../platform/tracing/tracing.ts'
import { noteAnswer } from '../../relay/attempt/attempt-notes.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import { AttemptFailure, throwAttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { timeLimits } from '../../relay/upstream/call-upstream.ts'
import { connectionError } from '../../relay/upstream/connection-error.ts'
import { openUpstream, type UpstreamSocket } from '../../relay/upstream/transports/index.ts'
import { type SentRequest, upstreamModelOf } from '../../relay/upstream/upstream-request.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { Handshake } from './handshake.ts'

/** An upstream that accepted the session. */
interface OpenedUpstream {
  /** The handshake's status. */
  status: number
  sentRequest: SentRequest
  upstream: UpstreamSocket
  /** Removes the operator's secrets from the upstream's errors. */
  redactor: Redactor
}

interface Conditions {
  handshake: Handshake
  /** The whole URL the client called. */
  clientUrl: string
  clientSignal: AbortSignal
  /** Called with the upstream's answer. */
  note: AttemptNote
  trace: CallTrace | undefined
}

/**
 * Makes one attempt to open a session on one channel.
 *
 * @throws AttemptFailure | ClientGone
 */
export async function tryUpstream(
  channel: OpenChannel,
  { handshake, clientUrl, clientSignal, note, trace }: Conditions,
  { options, watchdog }: Pick<StatefulDeps, 'options' | 'watchdog'>,
): Promise<OpenedUpstream> {
  const model = upstreamModel(channel, handshake.model)
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
  const { proxy } = channel.setting
  await names
    .ready(proxy || address.replace(/^ws/, 'http'))
    ?.catch(error => throwAttemptFailure(connectionError(error, proxy)))
  const upstream = await openUpstream({
    url: address.replace(/^http/, 'ws'),
    headers: { ...channel.provider.headers(call), ...trace?.upstreamHeaders() },
    proxy,
    channel,
    limits: timeLimits(options),
    clientSignal,
    watchdog,
    answered: head => noteAnswer(note, head, channel),
  })
  const error = errorIn(upstream.greeting, redactor)
  if (!error) return { status: note.status, sentRequest: { model, losses: [] }, upstream, redactor }
  upstream.close(1000, '')
  throw new AttemptFailure(error, null, null)
}

function upstreamModel(channel: OpenChannel, model: string): string {
  try {
    return upstreamModelOf(channel, model)
  } catch (error) {
    return throwAttemptFailure(error)
  }
}

/** Some hosts open the socket and refuse in their first message. */
function errorIn(greeting: UpstreamSocket['greeting'], redactor: Redactor) {
  if (typeof greeting !== 'string') return null
  const { type, event } = readRealtimeMessage(greeting)
  const error = type === 'error' ? findError(event) : null
  return error && redactError(error, redactor)
}
