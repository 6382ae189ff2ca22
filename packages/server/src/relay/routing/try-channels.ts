import { type Health, pickCandidate } from '@tollgate/gateway'
import { ApiError } from '../../api-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { type RelayErrorCode, relayError } from '../errors/relay-error.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'
import type { OpenChannel } from './channel-index.ts'

/** An answer, and the channels tried for it; the last one gave it. */
export interface Routed<Answer> {
  answer: Answer
  tried: OpenChannel[]
}

/** No channel answered. Has the channels tried, for the log. */
export class RoutingFailure extends Error {
  override name = 'RoutingFailure'
  constructor(
    override readonly cause: AttemptFailure | ApiError | ClientGone,
    readonly tried: OpenChannel[],
  ) {
    super('no channel answered')
  }

  /** The request sent to the last upstream; undefined: none was sent. */
  get sentRequest(): SentRequest | undefined {
    return this.cause instanceof ApiError ? undefined : this.cause.sentRequest
  }
}

/**
 * Tries channels until one answers: the best first, none that failed for this call already, at most 1 + `retryTimes`.
 *
 * @throws RoutingFailure
 */
export async function tryChannels<Answer>(
  candidates: readonly OpenChannel[],
  attempt: (channel: OpenChannel) => Promise<Answer>,
  { health, retryTimes, random }: { health: Health; retryTimes: number; random: () => number },
): Promise<Routed<Answer>> {
  const tried: OpenChannel[] = []
  let last: AttemptFailure | undefined
  while (tried.length <= retryTimes) {
    const isUntried = (channel: OpenChannel) => !tried.includes(channel)
    const isHealthy = (channel: OpenChannel) => isUntried(channel) && health.isAvailable(channel.id, performance.now())
    // A resting channel is called if there is no other, but not for a retry.
    const channel =
      pickCandidate(candidates, isHealthy, random()) ??
      (last ? undefined : pickCandidate(candidates, isUntried, random()))
    if (!channel) break
    tried.push(channel)
    const startedAt = performance.now()
    health.taken(channel.id, startedAt)
    try {
      const answer = await attempt(channel)
      health.succeeded(channel.id)
      return { answer, tried }
    } catch (error) {
      const reason = error instanceof AttemptFailure ? error.reason : error
      // Nothing was sent, so the channel was not tried.
      if (reason instanceof ApiError && reason.type === 'insufficient_quota')
        throw new RoutingFailure(reason, tried.slice(0, -1))
      if (error instanceof ApiError || error instanceof ClientGone) throw new RoutingFailure(error, tried)
      if (!(error instanceof AttemptFailure)) throw error
      last = error
      const verdict = verdictOf(error)
      if (verdict.blamesChannel) health.failed(channel.id, performance.now(), retryAfterMs(error.retryAfter), startedAt)
      else health.succeeded(channel.id)
      if (!verdict.isRetriable) break
    }
  }
  throw new RoutingFailure(last ?? relayError('no_channel'), tried)
}

interface Verdict {
  isRetriable: boolean
  /** The failure is the channel's rather than the request's. */
  blamesChannel: boolean
}

/** Faults of a streamed form, which show while it is sent. */
const BAD_UPLOADS: readonly RelayErrorCode[] = ['body_not_form', 'body_too_large', 'body_too_slow']
/** Failures of the gateway itself, whatever the channel. */
const GATEWAY_FAILURES: readonly RelayErrorCode[] = ['shutting_down', 'memory_used_up', 'user_memory_used_up']

/** A silent upstream is not retried elsewhere, since its answer may still have to be paid for; nor does a stopping server retry. */
const NOT_RETRIED: ReadonlySet<string> = new Set<RelayErrorCode>([
  'upstream_first_byte_timeout',
  'upstream_silent',
  'upstream_too_large',
  ...GATEWAY_FAILURES,
  ...BAD_UPLOADS,
])

/** A faulty request would fail elsewhere as well; 504 and 524 have taken their time already. */
const REQUEST_STATUSES = new Set([400, 405, 406, 409, 410, 411, 413, 414, 415, 416, 417, 422, 431])
const SLOW_STATUSES = new Set([504, 524])

function verdictOf({ reason, status }: AttemptFailure): Verdict {
  if (reason instanceof ApiError) {
    // The client's request is at fault, or the way the gateway wrote it, or the gateway.
    const isBlameless = reason.type === 'invalid_request_error' || GATEWAY_FAILURES.some(code => code === reason.code)
    return { isRetriable: !NOT_RETRIED.has(reason.code), blamesChannel: !isBlameless }
  }
  if (REQUEST_STATUSES.has(status)) return { isRetriable: false, blamesChannel: false }
  return { isRetriable: !SLOW_STATUSES.has(status), blamesChannel: status !== 404 }
}

/** Reads `Retry-After`, in seconds or as a date, as milliseconds. Source: RFC 9110, 10.2.3. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
