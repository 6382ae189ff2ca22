import { complexityOf, type Redactor, redactError } from '@tollgate/gateway'
import type { MemoryHold } from '../call/memory-budget.ts'
import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { redactorOf } from '../errors/channel-redactor.ts'
import { AttemptFailure, throwAttemptFailure, upstreamFailure } from '../errors/upstream-failure.ts'
import type { CallHold } from '../hold/hold.ts'
import type { HoldExtender } from '../hold/hold-extender.ts'
import type { UpstreamAnswer } from '../upstream/call-upstream.ts'
import type { UpstreamRequest } from '../upstream/upstream-request.ts'
import { isMarkup, readContentType } from './content-type.ts'
import type { StreamedResponse, WholeResponse } from './upstream-response.ts'

export const RESPONSE_LIMIT_BYTES = 64 * 1024 * 1024
/** The most that is read of an error response. */
const LONGEST_ERROR_BYTES = 32 * 1024
/** Copies in memory: as received, as parsed for usage, and as sent on. */
const RESPONSE_COPIES = 3

interface Reading {
  channel: OpenChannel
  hold: Pick<CallHold, 'extender'>
  memory: MemoryHold
}

/**
 * Reads an upstream's response until bytes may go to the client: all of it, or the beginning of a stream.
 *
 * @throws AttemptFailure | ClientGone
 */
export function readResponse(
  request: UpstreamRequest,
  upstream: UpstreamAnswer,
  { channel, hold, memory }: Reading,
): WholeResponse | Promise<WholeResponse | StreamedResponse> {
  const contentType = contentTypeOf(upstream, channel, request.url)
  if (upstream.status < 200 || upstream.status >= 300)
    return readErrorResponse(channel, request, upstream, contentType).then(throwIt)
  if (isMarkup(contentType)) {
    upstream.cancel()
    throw new AttemptFailure(relayError('upstream_not_readable'), null, null)
  }
  const isStream = request.isStream && (request.streamsJson || !contentType.startsWith('application/json'))
  return !request.isCollected && (isStream || contentType.startsWith('text/event-stream'))
    ? beginStream(request, upstream, contentType, redactorOf(channel, request.url), hold.extender())
    : readWhole(request, upstream, contentType, channel, memory)
}

function throwIt(error: AttemptFailure): never {
  throw error
}

async function beginStream(
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  contentType: string,
  redactor: Redactor,
  extender: HoldExtender,
): Promise<StreamedResponse> {
  const { pipeline } = request
  const observer = pipeline.stream(contentType)
  answer.cutBy(() => extender.coveredBytes(observer.tally))
  const first = await answer.read().catch(throwAttemptFailure)
  if (!first) throw new AttemptFailure(relayError('upstream_empty'), null, null)
  const firstBytes = observer.push(first)
  const { error, produced } = observer.tally
  if (error && !produced) {
    answer.cancel()
    throw new AttemptFailure(redactError(error, redactor), null, null)
  }
  return {
    kind: 'stream',
    sentRequest: request,
    status: answer.status,
    contentType: pipeline.contentType?.stream ?? contentType,
    upstream: answer,
    extender,
    observer,
    redactor,
    isOwn: pipeline.contentType === null,
    firstBytes,
  }
}

function readWhole(
  request: UpstreamRequest,
  upstream: UpstreamAnswer,
  contentType: string,
  channel: OpenChannel,
  memory: MemoryHold,
): WholeResponse | Promise<WholeResponse> {
  let reading: Uint8Array | Promise<Uint8Array>
  try {
    reading = readAll(upstream, memory)
  } catch (error) {
    return throwAttemptFailure(error)
  }
  return reading instanceof Promise
    ? reading.then(bytes => wholeOf(bytes, request, upstream, contentType, channel), throwAttemptFailure)
    : wholeOf(reading, request, upstream, contentType, channel)
}

/** @throws AttemptFailure if it is empty or an error */
function wholeOf(
  bytes: Uint8Array,
  request: UpstreamRequest,
  upstream: UpstreamAnswer,
  contentType: string,
  channel: OpenChannel,
): WholeResponse {
  const { pipeline, asStream } = request
  if (bytes.byteLength === 0) throw new AttemptFailure(relayError('upstream_empty'), null, null)
  const { body, tally } = pipeline.whole(bytes)
  if (tally.error) throw new AttemptFailure(redactError(tally.error, redactorOf(channel, request.url)), null, null)
  return {
    kind: 'whole',
    sentRequest: request,
    status: upstream.status,
    contentType: asStream ? 'text/event-stream' : (pipeline.contentType?.whole ?? contentType),
    bytes: asStream ? asStream(body) : body,
    tally,
  }
}

/** Returns the content type, redacted if it has more than a type and a charset. */
function contentTypeOf({ headers }: UpstreamAnswer, channel: OpenChannel, url: string): string {
  const sent = readContentType(headers.get('content-type'))
  return sent === 'application/json' || USUAL_TYPE.test(sent) ? sent : redactorOf(channel, url).keys(sent)
}

const USUAL_TYPE = /^[a-z]+\/[\w.+-]{1,60}(; ?charset=[\w-]{1,12})?$/i

async function readErrorResponse(
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

/** Never throws: returns what arrived before a failure. */
async function readBeginning(upstream: UpstreamAnswer): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  const next = () => upstream.read().catch(() => null)
  for (let chunk = await next(); chunk; chunk = await next()) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > LONGEST_ERROR_BYTES) break
  }
  const isCut = size > LONGEST_ERROR_BYTES
  if (isCut) upstream.cancel()
  return { bytes: Buffer.concat(chunks).subarray(0, LONGEST_ERROR_BYTES), isCut }
}

function readAll(upstream: UpstreamAnswer, memory: MemoryHold): Uint8Array | Promise<Uint8Array> {
  if (upstream.shortBytes === null) return readInChunks(upstream, memory)
  try {
    memory.grow(upstream.shortBytes * RESPONSE_COPIES)
  } catch (error) {
    upstream.cancel()
    throw error
  }
  return upstream.readAtOnce()
}

async function readInChunks(upstream: UpstreamAnswer, memory: MemoryHold): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const isTooComplex = complexityOf()
  let size = 0
  for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) {
    size += chunk.byteLength
    try {
      if (isTooComplex(chunk)) throw relayError('upstream_not_readable')
      if (size > RESPONSE_LIMIT_BYTES) throw relayError('upstream_too_large', { limit: '64 MiB' })
      memory.grow(chunk.byteLength * RESPONSE_COPIES)
    } catch (error) {
      upstream.cancel()
      throw error
    }
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}
