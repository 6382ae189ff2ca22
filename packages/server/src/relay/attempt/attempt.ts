import type { AttemptNote } from '@tollgate/contract'
import { canServe, isCount, newTally, noUsage, writeCount } from '@tollgate/gateway'
import type { Watchdog } from '../../platform/process/watchdog.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import type { MemoryHold } from '../call/memory-budget.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { AttemptFailure, asAttemptFailure, throwAttemptFailure } from '../errors/upstream-failure.ts'
import { countAtHost } from '../hold/count-at-host.ts'
import type { CallHold } from '../hold/hold.ts'
import { readResponse } from '../response/read-response.ts'
import type { Receiver } from '../response/receiver.ts'
import type { StreamedResponse, WholeResponse } from '../response/upstream-response.ts'
import { callUpstream, type TimeLimits, type UpstreamAnswer } from '../upstream/call-upstream.ts'
import type { Credentials } from '../upstream/credentials/index.ts'
import { proofOf, withProof } from '../upstream/credentials/with-proof.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { type UpstreamRequest, upstreamModelOf, upstreamRequest } from '../upstream/upstream-request.ts'
import type { KeptRequest } from '../upstream/written-request.ts'
import { noteAnswer } from './attempt-notes.ts'

/** The conditions that all attempts of a call share. */
export interface Conditions {
  limits: TimeLimits
  receiver: Receiver
  watchdog: Watchdog
  inFlight: InFlightRegistry
  credentials: Credentials
  hold: Pick<CallHold, 'begin' | 'cover' | 'extender'>
  /** Requests written for earlier calls with the same frame, by channel. Absent: nothing is reused. */
  kept?: WeakMap<OpenChannel, KeptRequest>
}

/**
 * Makes one attempt on one channel, up to the point where bytes may go to the client.
 *
 * @throws AttemptFailure | ClientGone
 */
export function attempt(
  outgoing: OutgoingRequest,
  channel: OpenChannel,
  conditions: Conditions,
  note: AttemptNote,
): Promise<WholeResponse | StreamedResponse> {
  const estimate = estimateLocally(outgoing, channel)
  if (estimate) return conditions.hold.begin().then(() => estimate)
  const { call, envelope } = outgoing
  const written = upstreamRequest(outgoing, channel, conditions.kept)
  const covered =
    written instanceof Promise || envelope.isLarge
      ? coverLater(written, outgoing, channel, conditions)
      : cover(written, channel, conditions)
  return covered instanceof Promise
    ? covered.then(request => send(traced(request, call), channel, conditions, call.memory, note))
    : send(traced(covered, call), channel, conditions, call.memory, note)
}

const cover = (written: UpstreamRequest, channel: OpenChannel, conditions: Conditions) =>
  conditions.hold.cover(written, (request, body) => countAtHost(request, body, channel, conditions))

async function coverLater(
  writing: UpstreamRequest | Promise<UpstreamRequest>,
  { envelope }: OutgoingRequest,
  channel: OpenChannel,
  conditions: Conditions,
): Promise<UpstreamRequest> {
  const written = writing instanceof Promise ? await writing.catch(throwAttemptFailure) : writing
  // Reading what a large request may cost takes long.
  if (envelope.isLarge) await yieldToEventLoop()
  const covered = await cover(written, channel, conditions)
  if (envelope.isLarge) await yieldToEventLoop()
  return covered
}

const traced = (request: UpstreamRequest, { trace }: RelayCall): UpstreamRequest =>
  trace ? { ...request, headers: { ...request.headers, ...trace.upstreamHeaders() } } : request

/** Sends a request, and repeats it once if its host says that the credential is too old. */
async function send(
  covered: UpstreamRequest,
  channel: OpenChannel,
  conditions: Conditions,
  memory: MemoryHold,
  note: AttemptNote,
  stale?: Record<string, string>,
): Promise<WholeResponse | StreamedResponse> {
  const { limits, receiver, credentials } = conditions
  const proving = proofOf(covered, channel, credentials, stale)
  const proof = proving && (await proving.catch(throwAttemptFailure))
  const request = proof ? withProof(covered, channel, proof) : covered
  const { url, headers, body, stop, poll } = request
  let upstream: UpstreamAnswer | undefined
  try {
    const { proxy } = channel.setting
    upstream = await callUpstream({ url, headers, body, stop, poll, proxy, limits, receiver }, conditions)
    noteAnswer(note, upstream, channel)
    const response = readResponse(request, upstream, { channel, memory, hold: conditions.hold })
    return response instanceof Promise ? await response : response
  } catch (thrown) {
    const error = upstream ? thrown : asAttemptFailure(thrown)
    if (!stale && proof && isStale(error, channel)) return await send(covered, channel, conditions, memory, note, proof)
    if (error instanceof AttemptFailure || error instanceof ClientGone) error.sentRequest = request
    throw error
  }
}

const isStale = (error: unknown, { provider }: OpenChannel): boolean =>
  error instanceof AttemptFailure &&
  provider.isStale?.({ code: error.reason.code === null ? null : String(error.reason.code) }) === true

/**
 * Answers a token count with the gateway's own estimate. null: an upstream can count them.
 *
 * @throws ApiError
 */
function estimateLocally({ call, envelope }: OutgoingRequest, channel: OpenChannel): WholeResponse | null {
  const { format } = call.endpoint
  const { model } = envelope
  if (!isCount(format) || canServe(channel, format, upstreamModelOf(channel, model))) return null
  return {
    kind: 'whole',
    sentRequest: { model, losses: [{ what: 'count', why: 'estimated' }] },
    status: 200,
    contentType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(writeCount(format, envelope.inputTokens()))),
    // it costs nothing
    tally: { ...newTally(), usage: noUsage(), usageIsFinal: true, produced: true, finished: true },
  }
}
