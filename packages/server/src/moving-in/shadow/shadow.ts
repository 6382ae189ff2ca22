import type { ShadowResult } from '@tollgate/contract'
import { charge } from '@tollgate/gateway'
import type { DraftPrices } from '../../money/pricing/draft-prices.ts'
import { makeSums } from '../../money/what-if/sums.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import { logOf, rowsOf, type Source } from '../sources/source.ts'
import type { Generation } from '../tables/generation.ts'
import { type SourceCall, sourceCall } from './source-call.ts'

interface Terms {
  prices: DraftPrices
  quotaPerUnit: number
}

interface Span {
  /** Only rows after this id. */
  after: number
  /** Only rows from this time on, in unix seconds. */
  since: number
  signal?: AbortSignal
}

/** Other work runs after this many rows. */
const ROWS_IN_A_TURN = 500
const CHARGED = "cast(type as text) = '2'"

/**
 * Charges each call in another gateway's log again by the prices and groups of this site. `booked` is the other gateway's
 * charge, `quota` this site's.
 */
export async function shadow(
  source: Source,
  generation: Generation,
  terms: Terms,
  { after, since, signal }: Span,
): Promise<ShadowResult> {
  const sums = makeSums()
  const groupOf = new Map<number, string>()
  for (const { id, group } of rowsOf(source, 'users')) groupOf.set(Number(id), group ?? '')
  const shadowed = { rounded: 0, last_id: after }
  let left = ROWS_IN_A_TURN
  const where = `${CHARGED} and logs.id > ${after} and cast(created_at as integer) >= ${since}`
  for (const row of rowsOf(logOf(source), 'logs', { where, order: 'logs.id' })) {
    if (--left === 0) {
      left = ROWS_IN_A_TURN
      signal?.throwIfAborted()
      await yieldToEventLoop()
    }
    const call = sourceCall(row, generation, groupOf)
    shadowed.last_id = call.id
    const quota = chargedHere(call, terms)
    if (quota === null) {
      sums.add(call, 'no_price')
      continue
    }
    const isRounded = Math.abs(quota - call.quota) === 1
    if (isRounded) shadowed.rounded += 1
    sums.add(call, { booked: call.quota, quota: isRounded ? call.quota : quota, cost: null, assumed: null })
  }
  return { ...sums.result(channelNames(source)), ...shadowed }
}

/** Returns what a call costs here; null: its model has no price. */
function chargedHere(
  { model_name, group, userGroup, usage }: SourceCall,
  { prices, quotaPerUnit }: Terms,
): number | null {
  const price = prices.priceOf(model_name)
  return price && charge({ price, ...prices.groupTermsOf(group, userGroup), quotaPerUnit }, { usage }).quota
}

function channelNames(source: Source): Map<number, string> {
  const names = new Map<number, string>()
  for (const { id, name } of rowsOf(source, 'channels')) names.set(Number(id), name ?? '')
  return names
}
