import {
  canServe,
  type Format,
  inputTotal,
  isEmpty,
  outputTotal,
  redactError,
  type TestRequest,
  testRequest,
} from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { once } from '../../platform/process/once.ts'
import { attempt, type Conditions } from '../../relay/attempt/attempt.ts'
import { relayEndpoints } from '../../relay/call/endpoints.ts'
import { newCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { ClientGone } from '../../relay/errors/client-gone.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import type { RelayDeps } from '../../relay/relay-deps.ts'
import { envelopeOf } from '../../relay/request/envelope.ts'
import { readRequest } from '../../relay/request/read-request.ts'
import type { StreamedResponse } from '../../relay/response/upstream-response.ts'
import { timeLimits } from '../../relay/upstream/call-upstream.ts'
import { upstreamModelOf } from '../../relay/upstream/upstream-request.ts'
import type { TestOutcome } from './channel-tests.ts'

/** How a test ended. */
export interface TestResult {
  model: string
  /** null: it passed. */
  failure: AttemptFailure | ApiError | null
  /** The time until the answer was complete or the attempt had failed; 0: nothing was sent. */
  ms: number
  /** null: none came. */
  firstTokenMs: number | null
  promptTokens: number
  completionTokens: number
  /** The key that was tried last, if the channel has several. */
  keyId?: string
}

export type TestDeps = Pick<RelayDeps, 'options' | 'prices' | 'watchdog' | 'inFlight' | 'credentials' | 'contentFilter'>

/** A test ends after this time, even if its stream is active. */
const LONGEST_SECONDS = 120
/** The most bytes read of an answer. */
const ENOUGH_BYTES = 4 * 1024 * 1024

/**
 * Makes one attempt with a small request, through everything a relayed call passes except its token and its charge.
 * @throws ClientGone when the signal is aborted
 */
export async function runTest(
  channel: OpenChannel,
  model: string,
  signal: AbortSignal,
  deps: TestDeps,
): Promise<TestResult> {
  const result: TestResult = { model, failure: null, ms: 0, firstTokenMs: null, promptTokens: 0, completionTokens: 0 }
  const startedAt = performance.now()
  const patience = new AbortController()
  const waiting = deps.watchdog.watch(LONGEST_SECONDS * 1000, () => patience.abort())
  try {
    const request = requestFor(channel, model, deps)
    result.ms = 1
    await send(request, channel, AbortSignal.any([signal, patience.signal]), deps, result, startedAt)
  } catch (error) {
    if (error instanceof AttemptFailure || error instanceof ApiError) result.failure = error
    // The sent request is not passed on, because it contains the key.
    else if (signal.aborted) throw new ClientGone(true)
    else if (!(error instanceof ClientGone)) throw error
    else result.failure = consoleError('channel_test_too_long', { seconds: LONGEST_SECONDS })
  } finally {
    waiting.done()
  }
  if (result.ms > 0) result.ms = Math.max(1, Math.round(performance.now() - startedAt))
  return result
}

/** The result of a test. */
export function outcomeOf({ model, ms, firstTokenMs, failure }: TestResult): TestOutcome {
  const reason = failure instanceof AttemptFailure ? failure.reason : failure
  return {
    model,
    ms,
    firstTokenMs,
    code: reason && (reason.code ?? 'upstream_error'),
    message: language => (reason instanceof ApiError ? reason.sentence(language) : (reason?.message ?? '')),
  }
}

/** @throws ApiError */
function requestFor(channel: OpenChannel, model: string, { options, prices }: TestDeps): TestRequest {
  const isPriced = prices.priceOf(model) !== null || options.get('SelfUseModeEnabled')
  if (!isPriced) throw consoleError('channel_model_unpriced', { model })
  const upstreamModel = upstreamModelOf(channel, model)
  const request = testRequest(model, channel.type, (format: Format) => canServe(channel, format, upstreamModel))
  if (!request) throw consoleError('channel_model_untestable', { model })
  return request
}

/** @throws AttemptFailure | ApiError | ClientGone */
async function send(
  { format, body }: TestRequest,
  channel: OpenChannel,
  signal: AbortSignal,
  deps: TestDeps,
  result: TestResult,
  startedAt: number,
): Promise<void> {
  const endpoint = relayEndpoints.find(known => known.format === format)
  if (!endpoint) throw consoleError('channel_model_untestable', { model: result.model })
  const headers = new Headers({ 'content-type': 'application/json', 'user-agent': 'Tollgate' })
  const call = newCall(endpoint, headers)
  const envelope = await envelopeOf(JSON.stringify(body), call, deps.contentFilter)
  const outgoing = {
    call,
    envelope,
    canonicalRequest: once(() => readRequest(call, envelope)),
    // The request has no media.
    parsed: () => Promise.resolve(),
    fetchMedia: () => Promise.reject(new Error('a test has no media')),
    clientHeaders: headers,
    clientUrl: `http://localhost${endpoint.path}`,
    options: deps.options,
  }
  const conditions = {
    limits: timeLimits(deps.options),
    receiver: { signal, readOnMs: () => 0 },
    watchdog: deps.watchdog,
    inFlight: deps.inFlight,
    credentials: deps.credentials,
    hold: CHARGED_TO_NOBODY,
  }
  const note = { channel: channel.id, status: 0, ms: 0 }
  const response = await attempt(outgoing, channel, conditions, note)
  const elapsed = () => Math.max(1, Math.round(performance.now() - startedAt))
  if (response.kind === 'stream')
    await readToEnd(response, () => {
      result.firstTokenMs ??= elapsed()
    })
  else result.firstTokenMs = elapsed()
  const { usage, ...tally } = response.kind === 'stream' ? response.observer.tally : response.tally
  result.promptTokens = usage ? inputTotal(usage) : 0
  result.completionTokens = usage ? outputTotal(usage) : 0
  if (isEmpty({ usage, ...tally })) throw consoleError('channel_answer_empty')
}

/** @throws AttemptFailure | ApiError | ClientGone */
async function readToEnd({ upstream, observer, redactor }: StreamedResponse, onFirstToken: () => void): Promise<void> {
  let bytes = 0
  const { tally } = observer
  const look = () => {
    if (tally.produced) onFirstToken()
    if (!tally.error) return
    upstream.cancel()
    throw new AttemptFailure(redactError(tally.error, redactor), null, null)
  }
  look()
  for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) {
    observer.push(chunk)
    look()
    bytes += chunk.length
    if (bytes > ENOUGH_BYTES) return upstream.cancel()
  }
  observer.end()
  look()
  if (!tally.finished) throw relayError('upstream_broke_off')
}

/** The upstream charges the operator for a test; no balance is charged here. */
const CHARGED_TO_NOBODY: Conditions['hold'] = {
  begin: async () => undefined,
  cover: async request => request,
  extender: () => ({ covers: () => true, coveredBytes: () => Number.POSITIVE_INFINITY }),
}
