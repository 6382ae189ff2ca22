import { complexityOf, type Redactor, redactError } from '@tollgate/gateway'
import type { Watchdog } from '../../watchdog.ts'
import type { CallHold } from '../billing/hold.ts'
import { type HoldExtender, readWithinHold } from '../billing/hold-extender.ts'
import { estimateLocally } from '../endpoints/estimate-locally.ts'
import { redactorOf } from '../errors/channel-redactor.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { relayError } from '../errors/relay-error.ts'
import { AttemptFailure, asFailure, upstreamFailure } from '../errors/upstream-failure.ts'
import type { InFlightRegistry } from '../in-flight.ts'
import type { MemoryHold } from '../request/memory-budget.ts'
import { isMarkup, readContentType } from '../response/content-type.ts'
import type { StreamAnswer, WholeAnswer } from '../response/upstream-response.ts'
import { callUpstream, type TimeLimits, type UpstreamAnswer } from '../upstream/call-upstream.ts'
import type { Credentials } from '../upstream/credentials/index.ts'
import type { OutgoingRequest } from '../upstream/strategies/index.ts'
import { type UpstreamRequest, upstreamRequest } from '../upstream/upstream-request.ts'
import type { OpenChannel } from './channel-index.ts'

const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024
/** What is read of an answer that is no success. */
const LONGEST_FAILURE_BYTES = 32 * 1024
/** As it came, read for its usage, and as it goes on. */
const ANSWER_COPIES = 3

export interface Conditions {
  limits: TimeLimits
  clientSignal: AbortSignal
  watchdog: Watchdog
  inFlight: InFlightRegistry
  credentials: Credentials
  hold: Pick<CallHold, 'begin' | 'cover' | 'extender'>
}

/**
 * One try on one channel, up to the point where bytes may go to the client.
 *
 * @throws AttemptFailure | ClientGone
 */
export async function attempt(
  outgoing: OutgoingRequest,
  channel: OpenChannel,
  conditions: Conditions,
): Promise<WholeAnswer | StreamAnswer> {
  const counted = estimateLocally(outgoing, channel)
  if (counted) {
    await conditions.hold.begin()
    return counted
  }
  const written = await upstreamRequest(outgoing, channel).catch(asFailure)
  const covered = await conditions.hold.cover(written)
  const request = await proven(covered, channel, conditions.credentials).catch(asFailure)
  try {
    return await answerTo(request, channel, conditions, outgoing.call.memory)
  } catch (error) {
    if (error instanceof AttemptFailure || error instanceof ClientGone) error.asked = request
    throw error
  }
}

async function answerTo(
  request: UpstreamRequest,
  channel: OpenChannel,
  { limits, clientSignal, watchdog, inFlight, hold }: Conditions,
  memory: MemoryHold,
): Promise<WholeAnswer | StreamAnswer> {
  const upstream = await callUpstream(
    { ...request, proxy: channel.setting.proxy, limits, clientSignal },
    { watchdog, inFlight },
  ).catch(asFailure)
  const redactor = redactorOf(channel, request.url)
  const contentType = contentTypeOf(upstream, redactor)
  if (upstream.status < 200 || upstream.status >= 300) throw await readFailure(channel, request, upstream, contentType)
  if (isMarkup(contentType)) {
    upstream.cancel()
    throw new AttemptFailure(relayError('upstream_not_readable'), null, null)
  }
  const isStream = request.isStream && (request.streamsJson || !contentType.startsWith('application/json'))
  return isStream || contentType.startsWith('text/event-stream')
    ? beginStream(request, upstream, contentType, redactor, hold.extender())
    : takeWhole(request, upstream, contentType, redactor, memory)
}

/** The request with proof of who calls where that takes more than the key. */
async function proven(
  request: UpstreamRequest,
  channel: OpenChannel,
  credentials: Credentials,
): Promise<UpstreamRequest> {
  const kind = channel.provider.credential?.(channel)
  if (!kind) return request
  const unproven = { ...request, body: signable(request), proxy: channel.setting.proxy }
  return { ...request, headers: { ...request.headers, ...(await credentials[kind](channel, unproven)) } }
}

/** No host that signs bodies takes forms. */
const signable = ({ body }: UpstreamRequest): string => (typeof body === 'string' ? body : '')

async function beginStream(
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  contentType: string,
  redactor: Redactor,
  extender: HoldExtender,
): Promise<StreamAnswer> {
  const { pipeline } = request
  const observer = pipeline.stream(contentType)
  const upstream = readWithinHold(answer, extender, observer.tally)
  const first = await upstream.read().catch(asFailure)
  if (!first) throw new AttemptFailure(relayError('upstream_empty'), null, null)
  const firstBytes = observer.push(first)
  const { error, produced } = observer.tally
  if (error && !produced) {
    upstream.cancel()
    throw new AttemptFailure(redactError(error, redactor), null, null)
  }
  return {
    kind: 'stream',
    asked: request,
    status: upstream.status,
    contentType: pipeline.contentType?.stream ?? contentType,
    upstream,
    extender,
    observer,
    redactor,
    isOwn: pipeline.contentType === null,
    firstBytes,
  }
}

async function takeWhole(
  request: UpstreamRequest,
  upstream: UpstreamAnswer,
  contentType: string,
  redactor: Redactor,
  memory: MemoryHold,
): Promise<WholeAnswer> {
  const { pipeline, asStream } = request
  const bytes = await readAll(upstream, memory).catch(asFailure)
  if (bytes.byteLength === 0) throw new AttemptFailure(relayError('upstream_empty'), null, null)
  const { body, tally } = pipeline.whole(bytes)
  if (tally.error) throw new AttemptFailure(redactError(tally.error, redactor), null, null)
  return {
    kind: 'whole',
    asked: request,
    status: upstream.status,
    contentType: asStream ? 'text/event-stream' : (pipeline.contentType?.whole ?? contentType),
    bytes: asStream ? asStream(body) : body,
    tally,
  }
}

/** What is more than a type and a character set may be anything. */
function contentTypeOf({ headers }: UpstreamAnswer, redactor: Redactor): string {
  const told = readContentType(headers.get('content-type'))
  return /^[a-z]+\/[\w.+-]{1,60}(; ?charset=[\w-]{1,12})?$/i.test(told) ? told : redactor.keys(told)
}

async function readFailure(
  channel: OpenChannel,
  { pipeline, url }: UpstreamRequest,
  upstream: UpstreamAnswer,
  contentType: string,
): Promise<AttemptFailure> {
  const { bytes, isCut } = await readBeginning(upstream)
  const body = new TextDecoder().decode(bytes)
  const { status, headers } = upstream
  const isOwn = pipeline.contentType === null
  const retryAfter = headers.get('retry-after')
  return upstreamFailure(channel, { url, status, contentType, body, isCut, retryAfter, isOwn })
}

/** Never throws: what came until it broke off is what there is. */
async function readBeginning(upstream: UpstreamAnswer): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  const next = () => upstream.read().catch(() => null)
  for (let chunk = await next(); chunk; chunk = await next()) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > LONGEST_FAILURE_BYTES) break
  }
  const isCut = size > LONGEST_FAILURE_BYTES
  if (isCut) upstream.cancel()
  return { bytes: Buffer.concat(chunks).subarray(0, LONGEST_FAILURE_BYTES), isCut }
}

async function readAll(upstream: UpstreamAnswer, memory: MemoryHold): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const isTooComplex = complexityOf()
  let size = 0
  for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) {
    size += chunk.byteLength
    try {
      if (isTooComplex(chunk)) throw relayError('upstream_not_readable')
      if (size > ANSWER_LIMIT_BYTES) throw relayError('upstream_too_large', { limit: '64 MiB' })
      memory.grow(chunk.byteLength * ANSWER_COPIES)
    } catch (error) {
      upstream.cancel()
      throw error
    }
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
