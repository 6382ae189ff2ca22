import { readUpstreamError, type UpstreamError } from '@tollgate/gateway'
import { ApiError } from '../../api-error.ts'
import type { OpenChannel } from '../routing/channel-index.ts'
import type { SentRequest } from '../upstream/upstream-request.ts'
import { redactorOf } from './channel-redactor.ts'

/** A try that did not get an answer out of a channel, before any byte reached the client. */
export class AttemptFailure extends Error {
  override name = 'AttemptFailure'
  /** Absent: it failed before there was a request. */
  asked?: SentRequest

  constructor(
    readonly reason: ApiError | UpstreamError,
    /** What the upstream sent, free of keys, where the client speaks its dialect; it may be no error of that dialect. */
    readonly ownBody: string | null,
    readonly retryAfter: string | null,
  ) {
    super('the upstream did not answer')
  }

  get status(): number {
    return this.reason.status
  }
}

/** An answer that is no success. */
export interface FailedResponse {
  url: string
  status: number
  contentType: string
  body: string
  /** There was more of it than is read. */
  isCut: boolean
  retryAfter: string | null
  /** The client speaks the same dialect. */
  isOwn: boolean
}

/** What an upstream's failure comes to for a client. */
export function upstreamFailure(channel: OpenChannel, failed: FailedResponse): AttemptFailure {
  const { body } = failed
  const redactor = redactorOf(channel, failed.url)
  const error = readUpstreamError(channel.statusToGoBy(failed.status), body, failed.contentType, redactor)
  const ownBody = failed.isOwn && !failed.isCut ? redactor.keys(body) : null
  return new AttemptFailure(error, ownBody, isRetryAfter(failed.retryAfter) ? failed.retryAfter : null)
}

/** Seconds or a date; anything else is no header to hand on. Source: RFC 9110, 10.2.3. */
const isRetryAfter = (header: string | null): boolean =>
  header !== null &&
  (/^\d{1,9}$/.test(header) || /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header))

/** A client that left stays a client that left; everything else is a failure of this try. */
export function asFailure(error: unknown): never {
  throw error instanceof ApiError ? new AttemptFailure(error, null, null) : error
}
