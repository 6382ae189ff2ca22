import type { EndedBy } from '@tollgate/contract'
import { inputTotal, outputTotal, type Tally, type UnseenReasoning } from '@tollgate/gateway'
import type { Ledger, Settlement } from '../../money/ledger/index.ts'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Notifications } from '../../people/notifications/index.ts'
import { noteServed } from '../attempt/attempt-notes.ts'
import type { Settle } from '../errors/ended-by.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { ChargedRequest } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { ConversationCache } from './cached-shares.ts'
import { chargeAnswer } from './charge-answer.ts'
import { consumeRow, noteEnd, type WatchDeps } from './record-end.ts'
import { settleLate } from './settle-late.ts'

export interface SettlementDeps extends WatchDeps {
  ledger: Ledger
  notifications: Pick<Notifications, 'afterCharge'>
  prices: Pick<PriceBook, 'limitsOf' | 'priceOf'>
  /** Unix seconds. */
  now(): number
}

interface SettlementOptions {
  /** The response is delivered before it is paid for, so a failed charge is repeated later. */
  isDelivered: boolean
  /** The reasoning that may have been hidden so far; null or absent: the model shows its reasoning. */
  unseen?(): UnseenReasoning | null
  /** The cache of its conversation. Absent: the call belongs to none. */
  cache?: ConversationCache
}

/** A session with an empty wallet ends with this error code; a stream ends without an error. */
const EMPTY_WALLET = 'quota_used_up'

/** Makes the function that charges an answered call by the table of charges and logs it, however the call ended. */
export function settlement(
  logged: LoggedCall,
  envelope: ChargedRequest,
  pricing: PricingContext,
  tally: Readonly<Tally>,
  deps: SettlementDeps,
  { isDelivered, unseen, cache }: SettlementOptions = { isDelivered: true },
): Settle {
  const firstByteMs = Math.round(performance.now() - logged.call.startedAt)
  return async (endedBy, failure) => {
    const outOfSight = (endedBy.startsWith('client_') && unseen?.()) || null
    const answer = { logged, envelope, pricing, tally, unseen: outOfSight, cache }
    const { quota, usage, other } = chargeAnswer(answer, endedBy, deps)
    noteAnswered(logged, tally)
    other.frt = firstByteMs
    noteEnding(other, endedBy, failure)
    const promptTokens = inputTotal(usage)
    const completionTokens = outputTotal(usage)
    logged.call.place?.used(promptTokens + completionTokens)
    const row = consumeRow(logged, deps.now(), { quota, promptTokens, completionTokens, other })
    const status = failure?.status ?? 200
    const ended = { status, code: other.error_code, firstByteMs, promptTokens, completionTokens, quota }
    // A whole response that cannot be paid for becomes an error, which is noted elsewhere.
    if (isDelivered) noteEnd(logged, ended, deps)
    const channelId = row.channel_id ?? 0
    const due = { requestId: logged.call.id, quota, channelId, log: row, isWithdrawable: !isDelivered }
    try {
      const { balance } = await deps.ledger.settle(due)
      // A call that a plan paid does not change the balance.
      if (!logged.paidBy) deps.notifications.afterCharge(logged.identity, balance)
    } catch (error) {
      noteLoss(due, error, logged, deps)
      if (isDelivered) void settleLate(due, deps)
      throw error
    }
    if (!isDelivered) noteEnd(logged, ended, deps)
  }
}

/** Notes the model that the last attempt's answer names. */
function noteAnswered({ attempts, tried }: LoggedCall, tally: Readonly<Tally>): void {
  const [attempt, channel] = [attempts?.at(-1), tried.at(-1)]
  if (attempt && channel) noteServed(attempt, tally, channel)
}

function noteEnding(
  other: ReturnType<typeof chargeAnswer>['other'],
  endedBy: EndedBy,
  failure?: Parameters<Settle>[1],
) {
  if (endedBy.startsWith('client_')) other.client_gone = true
  if (endedBy === 'gateway_stop' && (failure?.code ?? EMPTY_WALLET) === EMPTY_WALLET) other.wallet_empty = true
  if (!failure) return
  other.error_code = failure.code ?? failure.type ?? ''
  other.status_code = failure.status
}

function noteLoss(
  { quota }: Settlement,
  error: unknown,
  { call, identity }: LoggedCall,
  { log }: SettlementDeps,
): void {
  log.error({ err: error, requestId: call.requestId, userId: identity.userId, quota }, 'an answer could not be charged')
}
