import { ApiError } from '../../platform/http/api-error.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import { AttemptFailure, throwAttemptFailure, upstreamFailure } from '../../relay/errors/upstream-failure.ts'
import { readContentType } from '../../relay/response/content-type.ts'
import type { TimeLimits } from '../../relay/upstream/call-upstream.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { callVendor } from './call-vendor.ts'
import type { TaskKind } from './task/task.ts'
import type { Submitted, TaskChannel, TaskFailure, UpstreamTaskRequest } from './vendor.ts'

type Told<Kind extends TaskKind> = Submitted<Kind> | TaskFailure<Kind> | null
type Read<Kind extends TaskKind> = (answer: unknown, status: number) => Told<Kind> | Promise<Told<Kind>>

interface Conditions {
  limits: TimeLimits
  /** Called if the upstream may have accepted it without an answer. */
  neverAgain(): void
}

/** Statuses that mean that nothing was accepted. */
const CERTAINLY_REFUSED: readonly string[] = ['upstream_unreachable', 'upstream_connect_timeout', 'proxy_refused']
/** Whether a failing server may have accepted it. */
const isUncertain = (status: number) => status >= 500 && status !== 503

/**
 * Sends a task. Goes on if the client leaves, because the upstream may already have accepted it.
 *
 * @throws AttemptFailure if it was not accepted, with `change` if the vendor's refusal belongs in the row
 */
export async function submitToVendor<Kind extends TaskKind>(
  read: Read<Kind>,
  request: UpstreamTaskRequest,
  channel: TaskChannel,
  { limits, neverAgain }: Conditions,
  deps: Pick<StatefulDeps, 'watchdog' | 'inFlight' | 'credentials'>,
): Promise<Submitted<Kind>> {
  const signal = new AbortController().signal
  const answer = await callVendor(request, channel, { limits, signal }, deps).catch(error => {
    if (!(error instanceof ApiError && CERTAINLY_REFUSED.includes(error.code))) neverAgain()
    return throwAttemptFailure(error)
  })
  const { status, json, text, contentType, retryAfter } = answer
  const told = json === undefined ? null : await read(json, status)
  if (told && 'upstreamId' in told) return told
  if (told) {
    const redactor = redactorOf(channel, request.url)
    const error = {
      status: channel.statusToGoBy(told.status ?? (status >= 400 ? status : 502)),
      message: redactor.keys(told.failure.slice(0, LONGEST_REASON)),
      type: null,
      code: told.code ?? null,
      param: null,
    }
    const failure = new AttemptFailure(error, null, retryAfter)
    throw told.change ? Object.assign(failure, { change: told.change }) : failure
  }
  if (status < 400 || isUncertain(status)) neverAgain()
  if (status < 400) throw new AttemptFailure(relayError('upstream_not_readable'), null, null)
  throw upstreamFailure(channel, {
    url: request.url,
    status,
    isCut: false,
    isOwn: false,
    retryAfter,
    contentType: readContentType(contentType),
    body: text.slice(0, LONGEST_ERROR),
  })
}

const LONGEST_REASON = 1000
const LONGEST_ERROR = 32 * 1024
