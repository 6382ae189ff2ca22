import { cacheSavingsOf, type EndedBy, type GroupTerms, LOG_TYPE, type LogOther } from '@tollgate/contract'
import { charge, groupTermsIn, inputTotal, outputTotal, tierOf } from '@tollgate/gateway'
import { type DurableCharge, recallPayers, settleDurably } from '../../money/ledger/index.ts'
import { quotaWriter } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { NewLogRow, RelayBatchRow } from '../../platform/storage/schema.ts'
import { messageColumns } from '../../records/logs/message.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { ResultSum } from './results.ts'
import { markSettled } from './store.ts'
import { type BatchTerms, readTerms } from './terms.ts'

type Deps = Pick<StatefulDeps, 'batches' | 'ledger' | 'options' | 'now'>

/**
 * Charges the successful part of a batch and refunds the rest of its hold. Writes one log row for each model, or two if its
 * price has a tier for long input, so that each row's receipt can be verified. Takes effect only once, however often it is
 * called.
 */
export async function settleBatch(
  batch: RelayBatchRow,
  { status, sums }: { status: string; sums: readonly ResultSum[] },
  deps: Deps,
): Promise<void> {
  const terms = readTerms(batch.terms)
  if (sums.length === 0) {
    const amount = { quota: batch.held }
    return end(batch, [], [note(batch, terms, 'batch_without_result', { id: batch.id, status, amount }, deps)], deps)
  }
  const charges = sums.map((sum, index) => chargeOf(batch, terms, sum, index, deps))
  // Recalls unused leases to pay for costs beyond the hold.
  if (charges.reduce((total, { quota }) => total + quota, 0) > batch.held) {
    const tokenId = batch.held_of_token > 0 ? batch.token_id : 0
    await recallPayers(deps.ledger, { userId: batch.user_id, tokenId, periodIds: terms.periodIds })
  }
  await end(batch, charges, [], deps)
}

/** Refunds the whole hold of a batch that will have no result, and logs why. */
export async function refundBatch(
  batch: RelayBatchRow,
  reason: 'batch_not_made' | 'batch_lost',
  deps: Deps,
): Promise<void> {
  const values = { id: batch.id, amount: { quota: batch.held } }
  await end(batch, [], [note(batch, readTerms(batch.terms), reason, values, deps)], deps)
}

async function end(
  batch: RelayBatchRow,
  charges: readonly DurableCharge[],
  notes: readonly NewLogRow[],
  { batches, options, now }: Deps,
): Promise<void> {
  const { id, user_id: userId, token_id: tokenId, held: amount, held_of_token: ofToken } = batch
  const settings = { keepsLogs: options.get('LogConsumeEnabled'), keepsFigures: options.get('DataExportEnabled') }
  await inTransaction(batches.db, async db => {
    // It is already settled, or its creator has finished creating it.
    if (!(await markSettled(db, batch))) return
    const { periodIds = [] } = readTerms(batch.terms)
    const hold = { id, userId, tokenId, amount, ofToken, periodIds }
    const outcome = { charges, notes, channelId: batch.channel_id }
    await settleDurably(db, hold, outcome, { ...settings, now: now() })
  })
}

function chargeOf(batch: RelayBatchRow, terms: BatchTerms, sum: ResultSum, index: number, deps: Deps): DurableCharge {
  const requestId = `${batch.id}:${index}`
  const { model, upstreamModel } = sum.terms
  const { quotaPerUnit, priceShare } = terms
  const pricing = { ...groupTermsIn(terms), quotaPerUnit }
  const consumed = { usage: sum.usage, callCount: sum.answers }
  const { quota, other } = charge({ ...pricing, price: sum.price }, consumed)
  const said: LogOther = {
    request_path: terms.path,
    call_id: requestId,
    ...other,
    ...servedPriceOf(sum, pricing),
    ...(upstreamModel !== model && { is_model_mapped: true, upstream_model_name: upstreamModel }),
    batch: { id: batch.id, requests: sum.terms.requests, succeeded: sum.succeeded, price_share: priceShare },
    charge_rule: { ended_by: 'complete' satisfies EndedBy, known: 'final_usage', charged: 'reported' },
    admin_info: { use_channel: [String(batch.channel_id)] },
  }
  return {
    requestId,
    quota,
    log: {
      ...columns(batch, terms, deps.now()),
      type: LOG_TYPE.consume,
      model_name: model,
      quota,
      prompt_tokens: inputTotal(sum.usage),
      completion_tokens: outputTotal(sum.usage),
      cache_tokens: other.cache_tokens ?? 0,
      cache_saved: cacheSavingsOf(other),
      use_time: deps.now() - batch.created_at,
      channel_id: batch.channel_id,
      other: JSON.stringify(said),
    },
  }
}

/** Returns the row's note about results that another model served. */
function servedPriceOf(
  { terms, served, usage, answers }: ResultSum,
  pricing: GroupTerms & { quotaPerUnit: number },
): Pick<LogOther, 'served_price'> {
  if (!served) return {}
  const { price } = tierOf(terms.price, inputTotal(usage))
  const asked = charge({ ...pricing, price }, { usage, callCount: answers }).quota
  return { served_price: { by: 'served_model', model: served, asked_quota: asked } }
}

function note(
  batch: RelayBatchRow,
  terms: BatchTerms,
  code: 'batch_without_result' | 'batch_not_made' | 'batch_lost',
  values: { id: string; amount: { quota: number }; status?: string },
  { options, now }: Deps,
): NewLogRow {
  return {
    ...columns(batch, terms, now()),
    type: LOG_TYPE.system,
    ...messageColumns(code, { status: '', ...values }, quotaWriter(options)),
  }
}

const columns = (batch: RelayBatchRow, { username, tokenName, group, requestId }: BatchTerms, now: number) => ({
  user_id: batch.user_id,
  username,
  token_id: batch.token_id,
  token_name: tokenName,
  created_at: now,
  group,
  request_id: requestId,
})
