import { readUpstreamError, type UpstreamError } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { SentRequest } from '../call/sent-request.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { redactorOf } from './channel-redactor.ts'

/** An attempt on a channel that failed before any byte reached the client. */
export class AttemptFailure extends Error {
  override name = 'AttemptFailure'
  /** Absent: it failed before a request was written. */
  sentRequest?: SentRequest
  /** Only one of the channel's keys failed: the channel itself is healthy. */
  isOfOneKey?: true

  constructor(
    readonly reason: ApiError | UpstreamError,
    /** The upstream's body without keys, if the client speaks its dialect. It need not be an error of that dialect. */
    readonly ownBody: string | null,
    readonly retryAfter: string | null,
  ) {
    super('the upstream did not answer')
  }

  get status(): number {
    return this.reason.status
  }
}

/** An error response of an upstream. */
export interface FailedResponse {
  url: string
  status: number
  contentType: string
  body: string
  /** Not all of the body was read. */
  isCut: boolean
  retryAfter: string | null
  /** The client speaks the same dialect. */
  isOwn: boolean
}

/** Turns an upstream's error response into an AttemptFailure. */
export function upstreamFailure(channel: OpenChannel, failed: FailedResponse): AttemptFailure {
  const { body } = failed
  const redactor = redactorOf(channel, failed.url)
  const error = readUpstreamError(channel.statusToGoBy(failed.status), body, failed.contentType, redactor)
  const ownBody = failed.isOwn && !failed.isCut ? redactor.keys(body) : null
  return new AttemptFailure(error, ownBody, isRetryAfter(failed.retryAfter) ? failed.retryAfter : null)
}

/** Whether it is seconds or a date; nothing else is passed on. Source: RFC 9110, 10.2.3. */
const isRetryAfter = (header: string | null): boolean =>
  header !== null &&
  (/^\d{1,9}$/.test(header) || /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header))

/** Turns an ApiError into an AttemptFailure, and returns any other error, such as ClientGone, unchanged. */
export const asAttemptFailure = (error: unknown): unknown =>
  error instanceof ApiError ? new AttemptFailure(error, null, null) : error

/** Throws what `asAttemptFailure` returns. */
export function throwAttemptFailure(error: unknown): never {
  throw asAttemptFailure(error)
}
