import { LOG_TYPE } from '@tollgate/contract'
import { type BatchHost, type BatchSize, costOfBatch, groupTermsIn } from '@tollgate/gateway'
import { holdDurably, type Insufficient, periodAccountId, recallPayers } from '../../money/ledger/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { inExactWords, quotaWriter } from '../../platform/options/quota-words.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import type { NewLogRow, RelayBatchRow } from '../../platform/storage/schema.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { overBudget } from '../../relay/request/budget.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { BatchPricing } from './batch-channels.ts'
import type { BatchCallContext } from './serve-batch-call.ts'
import { refundBatch } from './settle.ts'
import { insertBatch } from './store.ts'
import { callForObject } from './stored-upstream.ts'
import type { BatchTerms } from './terms.ts'

/** The requests of one model in a batch that is about to be created. */
export interface ModelRequests {
  model: string
  upstreamModel: string
  size: BatchSize
  pricing: BatchPricing
}

export interface NewBatch {
  id: string
  protocol: BatchHost['protocol']
  channel: OpenChannel
  models: readonly ModelRequests[]
  modelOf?: Record<string, number>
  /** The path that creates it, in the upstream's format. */
  path: string
  body: string
  files?: Pick<RelayBatchRow, 'endpoint' | 'input_file' | 'output_file' | 'error_file'>
}

/** Nobody polls a batch that is being created before this; after it, its creator must have died. */
const MAKING_SECONDS = 3600
const FIRST_POLL_SECONDS = 60

/**
 * Holds what a batch may cost in the transaction that stores it, has its upstream create it, and records that. Refunds the
 * hold if the upstream refuses; if this process dies, the job does that.
 *
 * @throws ApiError | AttemptFailure
 */
export async function makeBatch(batch: NewBatch, context: BatchCallContext): Promise<RelayBatchRow> {
  const { deps, request } = context
  const row = await holdFor(batch, context)
  try {
    // A client that leaves does not end it, because the upstream may already have created it.
    const { channel, path, body } = batch
    const headers = { 'content-type': 'application/json' }
    const told = await callForObject({ channel, path, body, headers, clientHeaders: request.headers }, deps).catch(
      untaken,
    )
    if (typeof told.id !== 'string' || told.id === '') throw relayError('upstream_not_readable')
    const made = {
      state: 'running' as const,
      upstream_id: told.id,
      body: JSON.stringify(told),
      poll_at: deps.now() + FIRST_POLL_SECONDS,
    }
    // This took so long that the job has given the batch up.
    if (!(await deps.batches.changeBatch(row.id, ['creating'], made))) {
      await callForObject({ channel, path: `${path}/${encodeURIComponent(told.id)}/cancel` }, deps)
      throw relayError('upstream_too_slow')
    }
    return { ...row, ...made }
  } catch (error) {
    await refundBatch(row, 'batch_not_made', deps).catch(failure =>
      deps.log.error(
        { err: failure, requestId: context.call.requestId, batch: row.id },
        'a batch that could not be created is refunded later',
      ),
    )
    throw error
  }
}

/** A request that was never sent may be tried elsewhere; one that was sent but not answered may have succeeded. */
function untaken(error: unknown): never {
  throw error instanceof ApiError && error.isUnsent ? new AttemptFailure(error, null, null) : error
}

async function holdFor(batch: NewBatch, { call, admission, deps }: BatchCallContext): Promise<RelayBatchRow> {
  const { id, protocol, channel, models, modelOf, path } = batch
  const { userId, tokenId, username, tokenName } = admission.identity
  const [first] = models
  if (!first) throw relayError('batch_empty')
  const { group, quotaPerUnit } = first.pricing
  const now = deps.now()
  const periodIds = admission.identity.spendingLimits.map(limit => periodAccountId(limit, now))
  const terms: BatchTerms = {
    username,
    tokenName,
    group,
    ...groupTermsIn(first.pricing),
    quotaPerUnit,
    path,
    requestId: call.requestId,
    priceShare: channel.provider.batches?.priceShare ?? 1,
    models: models.map(({ model, upstreamModel, size, pricing }) => ({
      model,
      upstreamModel,
      requests: size.requests,
      inputTokens: Math.ceil(size.estimated / size.requests),
      price: pricing.priceOn(channel),
    })),
    ...(modelOf && { modelOf }),
    ...(periodIds.length > 0 && { periodIds }),
  }
  const amount = models.reduce((sum, { size, pricing }) => sum + costOfModel(size, channel, pricing), 0)
  if (call.budget && amount > call.budget.quota) throw overBudget(amount, call.budget)
  const requests = models.reduce((sum, { size }) => sum + size.requests, 0)
  const row = {
    id,
    protocol,
    requests,
    state: 'creating' as const,
    user_id: userId,
    token_id: tokenId,
    channel_id: channel.id,
    channel_key: channel.keyId ?? '',
    terms: JSON.stringify(terms),
    ...(batch.files ?? { endpoint: '', input_file: '', output_file: '', error_file: '' }),
    created_at: now,
    poll_at: now + MAKING_SECONDS,
  }
  const note: NewLogRow = {
    type: LOG_TYPE.system,
    created_at: now,
    user_id: userId,
    username,
    token_id: tokenId,
    token_name: tokenName,
    request_id: call.requestId,
    ...messageColumns(
      'batch_held',
      { id, amount: { quota: amount }, requests, model: models.map(({ model }) => model).join(', ') },
      quotaWriter(deps.options),
    ),
  }
  const held = await hold(amount, { id, userId, tokenId, periodIds }, deps, async (db, ofToken) => {
    await insertBatch(db, { ...row, held: amount, held_of_token: ofToken })
    await insertLog(db, note)
  })
  if (typeof held === 'string') throw relayError('batch_unpaid', { amount: inExactWords(amount, deps.options) })
  return { ...row, seq: 0, upstream_id: '', body: '', held: amount, held_of_token: held, deleted_at: null }
}

const costOfModel = (size: BatchSize, channel: OpenChannel, pricing: BatchPricing): number =>
  costOfBatch(size, { ...pricing, price: pricing.priceOn(channel) })

/** Calls may lease recalled quota again before it is held, so it is recalled repeatedly. */
const MOST_RECALLS = 5

type Owner = { id: string; userId: number; tokenId: number; periodIds: readonly number[] }
type Note = (db: Parameters<typeof holdDurably>[0], ofToken: number) => Promise<unknown>

/** @returns the part that counts against the token's cap, or the reason why nothing is held */
async function hold(amount: number, owner: Owner, { ledger, batches, now }: StatefulDeps, note: Note) {
  let refusal: 'leased' | Insufficient = 'leased'
  for (let recalls = 0; recalls < MOST_RECALLS && refusal === 'leased'; recalls++) {
    await recallPayers(ledger, owner)
    const held = await inTransaction(batches.db, async db => {
      const answer = await holdDurably(db, { ...owner, amount }, now())
      if (typeof answer === 'string') return answer
      await note(db, answer.ofToken)
      return answer.ofToken
    })
    if (typeof held === 'number') return held
    refusal = held
  }
  return refusal
}
