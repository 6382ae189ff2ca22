import { type BatchHost, newSeen, type ReadNames, type ScannedObject, scanObject } from '@tollgate/gateway'
import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { asRequestError } from '../../relay/request/as-request-error.ts'
import { readBody } from '../../relay/request/read-body.ts'
import { type BatchCallContext, requireWallet, steadinessOf } from './serve-batch-call.ts'

/** Returns a batch of the caller. @throws ApiError if none of theirs has that id */
export async function findOwnBatch(
  { admission, id, deps }: BatchCallContext,
  protocol: BatchHost['protocol'],
): Promise<RelayBatchRow> {
  const batch = await deps.batches.findBatch(id, admission.identity.userId, protocol)
  if (!batch) throw relayError('batch_unknown', { id })
  return batch
}

/**
 * Reads the body of a call.
 *
 * @param names the members that are read
 * @throws ApiError
 */
export async function jsonBody(context: BatchCallContext, names: ReadNames): Promise<ScannedObject> {
  const { call, request } = context
  await requireWallet(context)
  // Each request is searched for forbidden words separately.
  const inspection = { format: call.endpoint.format, forbiddenWords: [] }
  const body = await readBody(request, inspection, call.memory, steadinessOf(context))
  try {
    if (typeof body === 'string') return scanObject(body, names)
    const see = newSeen(names)
    for (const { name } of body.members) see(name)
    return body
  } catch (error) {
    throw asRequestError(error)
  }
}

/** Reads a list's `limit` from the query. @throws ApiError */
export function readLimit(query: URLSearchParams, { usual, most }: { usual: number; most: number }): number {
  const text = query.get('limit')
  if (text === null || text === '') return usual
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit
  throw relayError('count_out_of_range', { name: 'limit', most })
}
