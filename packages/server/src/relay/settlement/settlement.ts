import type { EndedBy } from '@tollgate/contract'
import {
  addUnseenReasoning,
  type Charge,
  chargeRule,
  consumedBy,
  inputTotal,
  outputTotal,
  type Tally,
  type UnseenReasoning,
} from '@tollgate/gateway'
import type { Ledger, Settlement } from '../../money/ledger/index.ts'
import type { PriceBook } from '../../money/pricing/index.ts'
import type { Notifications } from '../../people/notifications/index.ts'
import { noteServed } from '../attempt/attempt-notes.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { ChargedRequest } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { Settle } from '../response/settle.ts'
import type { ConversationCache } from './cached-shares.ts'
import { chargeServed, servedTerms } from './charge-served.ts'
import { consumeRow } from './log-rows.ts'
import { type EndDeps, noteEnd } from './note-end.ts'
import { settleLate } from './settle-late.ts'

export interface SettlementDeps extends EndDeps {
  ledger: Ledger
  notifications: Pick<Notifications, 'afterCharge'>
  prices: Pick<PriceBook, 'limitsOf' | 'priceOf'>
  /** Unix seconds. */
  now(): number
}

interface SettlementOptions {
  /** The response is handed on before it is paid for: a charge that fails is made up for later. */
  isDelivered: boolean
  /** The reasoning that may have happened out of sight until now; null or absent: the model shows its reasoning. */
  unseen?(): UnseenReasoning | null
  /** What is known of the conversation's cache. Absent: the call is in no conversation. */
  cache?: ConversationCache
}

/** Notes with the last attempt who says that it answered. */
function noteAnswered({ attempts, tried }: LoggedCall, tally: Readonly<Tally>): void {
  const [attempt, channel] = [attempts?.at(-1), tried.at(-1)]
  if (attempt && channel) noteServed(attempt, tally, channel)
}

/** The error code of a session whose wallet is empty; a stream ends without an error. */
const EMPTY_WALLET = 'quota_used_up'

/** Makes the function that charges an answered call by the table of charges, and logs it, however the call has ended. */
export function settlement(
  logged: LoggedCall,
  envelope: ChargedRequest,
  pricing: PricingContext,
  tally: Readonly<Tally>,
  deps: SettlementDeps,
  options: SettlementOptions = { isDelivered: true },
): Settle {
  const firstByteMs = Math.round(performance.now() - logged.call.startedAt)
  return async (endedBy, failure) => {
    const { quota, counts, other } = chargeOf(endedBy)
    noteAnswered(logged, tally)
    other.frt = firstByteMs
    if (endedBy.startsWith('client_')) other.client_gone = true
    if (endedBy === 'gateway_stop' && (failure?.code ?? EMPTY_WALLET) === EMPTY_WALLET) other.wallet_empty = true
    if (failure) {
      other.error_code = failure.code ?? failure.type ?? ''
      other.status_code = failure.status
    }
    const [promptTokens, completionTokens] = [inputTotal(counts), outputTotal(counts)]
    logged.call.place?.used(promptTokens + completionTokens)
    const row = consumeRow(logged, deps.now(), { quota, promptTokens, completionTokens, other })
    const ended = {
      status: failure?.status ?? 200,
      code: other.error_code,
      firstByteMs,
      promptTokens,
      completionTokens,
      quota,
    }
    // A whole response that cannot be paid for ends as an error.
    if (options.isDelivered) noteEnd(logged, ended, deps)
    await settle({
      requestId: logged.call.id,
      quota,
      channelId: row.channel_id ?? 0,
      log: row,
      isWithdrawable: !options.isDelivered,
    })
    if (!options.isDelivered) noteEnd(logged, ended, deps)
  }

  function chargeOf(endedBy: EndedBy) {
    const unseen = (endedBy.startsWith('client_') && options.unseen?.()) || null
    const rule = chargeRule(endedBy, tally, unseen !== null)
    const limits = deps.prices.limitsOf(logged.model, logged.sentRequest?.model)
    const { cache } = options
    const ended = {
      format: logged.call.endpoint.format,
      call: envelope,
      tally,
      limits,
      ...(cache && { cachedPrompt: cache.expected }),
    }
    let consumed = consumedBy(rule.charged, ended)
    const terms = servedTerms(pricing, logged, tally)
    if (rule.charged === 'time' && unseen) consumed = addUnseenReasoning(consumed, ended, unseen, terms)
    const { source, suspect, cachedShare } = consumed
    if (!source && tally.usage && tally.usageIsFinal) cache?.note(tally.usage, tally.responseId)
    const { quota, other }: Charge =
      rule.charged === 'free' ? { quota: 0, other: {} } : chargeServed(terms, consumed, logged, tally, deps)
    other.charge_rule = rule
    if (source) other.usage_source = source
    if (cachedShare) other.cached_share = cachedShare
    if (suspect.length > 0) other.suspect_counts = suspect
    return { quota, counts: consumed.usage, other }
  }

  async function settle(due: Settlement): Promise<void> {
    try {
      const { balance } = await deps.ledger.settle(due)
      deps.notifications.afterCharge(logged.identity, balance)
    } catch (error) {
      deps.log.error(
        { err: error, requestId: logged.call.requestId, userId: logged.identity.userId, quota: due.quota },
        'an answer could not be charged',
      )
      if (options.isDelivered) void settleLate(due, deps)
      throw error
    }
  }
}
