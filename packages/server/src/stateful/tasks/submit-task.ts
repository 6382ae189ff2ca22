import type { EndedBy } from '@tollgate/contract'
import { type Footage, groupTermsIn } from '@tollgate/gateway'
import { periodAccountId } from '../../money/ledger/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { taskFailureSentences } from '../../platform/messages/index.ts'
import { placesOf } from '../../relay/attempt/call-channels.ts'
import { tryChannels } from '../../relay/attempt/try-channels.ts'
import { tryKeys } from '../../relay/attempt/try-keys.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { errorResponse } from '../../relay/errors/error-response.ts'
import { RoutingFailure } from '../../relay/errors/routing-failure.ts'
import type { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { refusal } from '../../relay/hold/ledger-hold.ts'
import { servedEarly, statedGroup } from '../../relay/plan/group.ts'
import { overBudget } from '../../relay/request/budget.ts'
import { callLimitOf } from '../../relay/request/call-limits.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import { consumeRow, noteEnd, recordRefusal } from '../../relay/settlement/record-end.ts'
import { timeLimits } from '../../relay/upstream/call-upstream.ts'
import { upstreamModelOf } from '../../relay/upstream/upstream-request.ts'
import { priceTask, type TaskPricing } from './price-task.ts'
import type { TaskCallContext } from './serve-task-call.ts'
import { submitToVendor } from './submit-to-vendor.ts'
import { billedInAdvance, chargeOf } from './task/charge-of.ts'
import { makeTask, type NewTask } from './task/make-task.ts'
import { idOf, noteProgress } from './task/progress.ts'
import { readRow } from './task/rows.ts'
import { dropTask, takeTask } from './task/submitted.ts'
import type { RowOf, TaskChange, TaskKind, TaskTerms } from './task/task.ts'
import type { Submitted, TaskChannel, TaskFailure, UpstreamTaskRequest } from './vendor.ts'

type Read<Kind extends TaskKind> = Submitted<Kind> | TaskFailure<Kind> | null

/** A task as it is submitted to one channel. */
export interface PreparedTask<Kind extends TaskKind> {
  /** The factors of its price, and the tokens it is charged for in advance. */
  factors: Record<string, number>
  tokens?: number
  /** What a price by the second depends on; absent: not a video. */
  footage?: Footage
  /** The row's columns besides the task machine's. */
  columns: NewTask<Kind>['columns']
  request: UpstreamTaskRequest | Promise<UpstreamTaskRequest>
  /** Reads the upstream's answer; null: not understood. */
  read(answer: unknown, status: number): Read<Kind> | Promise<Read<Kind>>
}

export interface Submission<Kind extends TaskKind> {
  kind: Kind
  /** The name it is priced under. */
  model: string
  /** Names for its price by call; the first with a price counts. Absent: `model`, with any price. */
  pricedAs?: readonly string[]
  /** JSON that is searched for forbidden words. */
  text: string
  takes(channel: OpenChannel): boolean
  /** The channel of the task it continues; absent: any that accepts it. */
  only?: TaskChannel | undefined
  /** How long the upstream may take, and when it is first polled. */
  seconds: number
  pollSeconds: number
  /** @throws ApiError for what the channel's vendor does not support */
  prepare(channel: TaskChannel, upstreamModel: string): PreparedTask<Kind>
}

/** Added to the upstream's own limit; after that, the submitter must have died. */
const SPARE_SECONDS = 300

/**
 * Submits a task to one channel after another until one accepts it, each time with its cost held, and then charges it. It
 * counts against limits like any call, and gets a log row however it ends.
 *
 * @returns the row when the client is answered
 * @throws RoutingFailure | ApiError
 */
export async function submitTask<Kind extends TaskKind>(
  submission: Submission<Kind>,
  context: TaskCallContext,
): Promise<RowOf[Kind]> {
  const { call, admission, deps } = context
  const { identity } = admission
  const { model } = submission
  const group = identity.tokenGroup || identity.userGroup
  const logged: LoggedCall = { call, identity, model, group, isStream: false, tried: [] }
  let uncountSuccess = () => {}
  try {
    const early = servedEarly(identity, deps.options, () => priceTask(admission, model, submission, deps))
    const limit = callLimitOf(early?.group ?? statedGroup(identity, deps.options), deps.options)
    if (limit || identity.minuteLimits.length > 0) uncountSuccess = await deps.callLimits.admit(identity, limit)
    deps.contentFilter({ text: submission.text })
    const pricing = early ?? priceTask(admission, model, submission, deps)
    logged.group = pricing.group
    return await onSomeChannel(submission, pricing, logged, context)
  } catch (error) {
    uncountSuccess()
    const failed = errorResponse(call, error, deps.log)
    const { tried = [], routing }: Partial<LoggedCall> = error instanceof RoutingFailure ? error : {}
    const ended = { ...logged, tried, ...(routing && { routing }) }
    recordRefusal(ended, failed, deps)
    throw error
  }
}

async function onSomeChannel<Kind extends TaskKind>(
  submission: Submission<Kind>,
  pricing: TaskPricing,
  logged: LoggedCall,
  { call, admission, deps }: TaskCallContext,
): Promise<RowOf[Kind]> {
  const isPinned = admission.channelId !== undefined || submission.only !== undefined
  const retryTimes = isPinned ? 0 : deps.options.get('RetryTimes')
  const attempts: unknown[] = []
  const one = (channel: OpenChannel) => {
    attempts.push(channel)
    const callId = attempts.length === 1 ? call.id : `${call.id}-${attempts.length}`
    // The upstream may have accepted it anyway, so no other channel gets it.
    const neverAgain = () => {
      while (attempts.length <= retryTimes) attempts.push(null)
    }
    return onChannel(submission, pricing, { ...logged, tried: [channel] }, { channel, callId, neverAgain }, deps)
  }
  const trying = {
    keyStates: deps.keyStates,
    mayTryAgain: () => attempts.length <= retryTimes,
    ...(submission.only?.keyId && { preferred: submission.only.keyId }),
  }
  const { answer } = await tryChannels(pricing.candidates, channel => tryKeys(channel, one, trying), {
    model: submission.model,
    group: pricing.group,
    health: deps.health,
    lastHour: deps.lastHour,
    probes: deps.probes,
    attemptFailed: deps.attemptFailed,
    retryTimes,
    attempts,
    random: deps.random,
    places: placesOf(call, () => 0, deps.channelLimits),
  })
  return answer
}

interface Attempt {
  channel: TaskChannel
  callId: string
  neverAgain(): void
}

/** @throws AttemptFailure | ApiError after releasing the hold */
async function onChannel<Kind extends TaskKind>(
  { kind, model, seconds, pollSeconds, prepare }: Submission<Kind>,
  { group, quotaPerUnit, price, ...pricing }: TaskPricing,
  logged: LoggedCall,
  { channel, callId, neverAgain }: Attempt,
  deps: TaskCallContext['deps'],
): Promise<RowOf[Kind]> {
  const { call, identity } = logged
  const upstreamModel = upstreamModelOf(channel, model)
  const prepared = prepare(channel, upstreamModel)
  const request = await prepared.request
  const { columns } = prepared
  const billed = billedInAdvance(price, prepared, deps.options.get('SelfUseModeEnabled'))
  if (!billed) throw relayError('model_price_missing', { model })
  const now = deps.now()
  const periodIds = identity.spendingLimits.map(limit => periodAccountId(limit, now))
  const terms: TaskTerms = {
    username: identity.username,
    tokenName: identity.tokenName,
    group,
    ...groupTermsIn(pricing),
    quotaPerUnit,
    callId,
    requestId: call.requestId,
    path: call.endpoint.path,
    model,
    upstreamModel,
    price,
    ...billed,
    ...(periodIds.length > 0 && { periodIds }),
  }
  const { quota } = chargeOf('', terms, terms)
  if (call.budget && quota > call.budget.quota) throw overBudget(quota, call.budget)
  const limits = timeLimits(deps.options)
  const row = await makeTask(
    {
      kind,
      userId: identity.userId,
      tokenId: identity.tokenId,
      terms,
      quota,
      columns,
      submitSeconds: limits.connectSeconds + limits.firstByteSeconds + limits.idleSeconds + SPARE_SECONDS,
    },
    deps.tasks,
  )
  if (row === 'leased') throw relayError('balance_moving', {}, 1)
  if (typeof row === 'string') throw refusal(row, quota, logged, deps.options)

  const answer = await submitToVendor(prepared.read, request, channel, { limits, neverAgain }, deps).catch(
    async (error: AttemptFailure & { change?: TaskChange<Kind> }) => {
      const { reason } = error
      const why =
        reason instanceof ApiError ? reason.sentence('en') : (reason?.message ?? taskFailureSentences.en.not_taken)
      const dropped = { reason: why, ...(error.change && { change: error.change }) }
      // If this cannot be written now, its deadline refunds the quota.
      await dropTask(kind, row, dropped, deps.tasks).catch(err =>
        deps.log.error(
          { err, requestId: call.requestId, task: row.id },
          'the quota set aside for a task is returned later',
        ),
      )
      throw error
    },
  )
  const { upstreamId, progress } = answer
  const { other } = chargeOf(idOf(row), terms, terms)
  other.charge_rule = { ended_by: 'complete' satisfies EndedBy, known: 'final_usage', charged: 'reported' }
  const log = consumeRow({ ...logged, sentRequest: { model: upstreamModel, losses: [] } }, deps.now(), {
    quota,
    promptTokens: 0,
    completionTokens: billed.tokens ?? 0,
    other,
  })
  const taken = await takeTask(kind, row, { upstreamId, log, seconds, pollSeconds }, deps.tasks)
  if (!taken) {
    neverAgain()
    throw relayError('upstream_not_readable')
  }
  noteEnd(logged, { status: 200, quota, completionTokens: billed.tokens ?? 0 }, deps)
  if (!progress) return taken
  await noteProgress(kind, taken, progress, deps.tasks)
  return (await readRow(deps.tasks.db, kind, taken.id)) ?? taken
}
