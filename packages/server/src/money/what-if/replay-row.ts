import { type Assumed, type LogOther, type NotReplayed, quotaOf } from '@tollgate/contract'
import {
  atBatchPrice,
  charge,
  endpoints,
  loggedMeasures,
  loggedUsage,
  noUsage,
  type Price,
  tierOf,
  UNPRICED,
} from '@tollgate/gateway'
import type { DraftPrices } from '../pricing/draft-prices.ts'

type Consumed = Parameters<typeof charge>[1]
type DocumentPrice = Extract<Price, { kind: 'document' }>

/** The columns of a charged row that a replay reads. */
export interface ChargedRow {
  id: number
  created_at: number
  user_id: number
  username: string
  model_name: string
  group: string
  channel_id: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  /** JSON of `LogOther`. */
  other: string
}

export interface Replayed {
  /** The row's charge, including what could not be collected. */
  booked: number
  quota: number
  /** The cost at the maker's price; null: unknown. */
  cost: number | null
  assumed: Assumed | null
}

/** Charges a log row again at other prices, from the figures of its receipt. */
export function replayRow(row: ChargedRow, prices: DraftPrices): Replayed | NotReplayed {
  const other = readOther(row.other)
  if (!other) return 'unreadable'
  const booked = row.quota + (other.uncollected ?? 0)
  if (other.charge_rule?.charged === 'free' || isFree(other)) return { booked, quota: 0, cost: 0, assumed: null }
  if (other.quota_per_unit === undefined || other.group_ratio === undefined) return 'no_numbers'

  const price = priceOfRow(row, other, prices)
  if (!price) return 'no_price'
  const consumed = consumedOf(row, other, price)
  const at = (one: Price, groupRatio: number) => chargeAgain(other, consumed, one, groupRatio)
  const hasTokens = row.prompt_tokens + row.completion_tokens > 0 || !wasByCall(other)
  if (price.kind === 'tokens' && !hasTokens) return 'no_tokens'
  if (price.kind === 'document' && !other.price_lines) {
    if (price.tiers.length > 0 && !hasTokens) return 'no_tokens'
    if (isByMeasure(price)) return 'no_numbers'
  }

  const { groupRatio } = prices.groupTermsOf(row.group, other.user_group ?? row.group)
  const standard = prices.standardOf(other.upstream_model_name ?? row.model_name)
  let quota = at(price, groupRatio)
  // Most calls are charged at the maker's price.
  const isAtCost = groupRatio === 1 && price === standard
  const cost = isAtCost ? quota : standard && hasTokens ? at(inBatch(standard, other), 1) : null
  if (other.served_price?.by === 'served_model') {
    const served = prices.priceOf(other.served_price.model)
    if (served) quota = Math.max(quota, at(inBatch(served, other), groupRatio))
  }
  return { booked, quota, cost, assumed: assumedOf(other, price) }
}

/** Parses `other`, which may contain anything in imported rows. */
function readOther(text: string): LogOther | null {
  try {
    const other: unknown = JSON.parse(text || '{}')
    return typeof other === 'object' && other !== null ? (other as LogOther) : null
  } catch {
    return null
  }
}

/** The paths of calls that cost nothing, whatever the prices. */
const FREE_ENDPOINTS = Object.values(endpoints).filter(({ isFree }) => isFree)
const FREE_PATHS = new Set(FREE_ENDPOINTS.flatMap(one => ('path' in one ? [one.path] : [])))
const FREE_METHODS = FREE_ENDPOINTS.flatMap(one => ('methods' in one ? one.methods.map(method => `:${method}`) : []))

const isFree = ({ request_path: path }: LogOther): boolean =>
  path !== undefined && (FREE_PATHS.has(path) || FREE_METHODS.some(method => path.endsWith(method)))

const wasByCall = ({ model_price = -1 }: LogOther): boolean => model_price >= 0

function priceOfRow(row: ChargedRow, other: LogOther, prices: DraftPrices): Price | null {
  // An upstream's own cost stays the same.
  if (other.served_price?.by === 'upstream_cost')
    return { kind: 'call', price: other.model_price ?? 0, toolPrices: {}, standingCalls: {} }
  const price = prices.priceOf(row.model_name)
  if (price) return inBatch(price, other)
  // This model had no price and its user accepted that.
  return other.model_ratio === UNPRICED_RATIO ? UNPRICED : null
}

const UNPRICED_RATIO = UNPRICED.kind === 'tokens' ? UNPRICED.modelRatio : -1

/** Returns a price with the host's share for batches. A batch's row sums requests of one tier, which the ratio tells. */
function inBatch(full: Price, { batch, model_ratio, price_lines }: LogOther): Price {
  if (!batch) return full
  const price = atBatchPrice(full, batch.price_share)
  if (price.kind === 'document') return tierOf(price, longestOf(price_lines) + 1).price
  if (price.kind === 'call' || !price.longInput) return price
  const { above, ratios } = price.longInput
  return tierOf(price, ratios.modelRatio === model_ratio ? above + 1 : 0).price
}

const longestOf = (lines: LogOther['price_lines'] = []): number => Math.max(0, ...lines.map(({ above = 0 }) => above))

/** Whether a price depends on figures that only rows charged by a document have. */
const isByMeasure = ({ images, seconds, characters, minutes }: DocumentPrice): boolean =>
  images.length + seconds.length > 0 || characters + minutes > 0

function consumedOf(row: ChargedRow, other: LogOther, price: Price): Consumed {
  if (other.price_lines) return { usage: loggedUsage(other), ...loggedMeasures(other.price_lines, price) }
  if (wasByCall(other)) {
    const { call_count: callCount = 1, size_ratio: sizeRatio = 1, quality_ratio: qualityRatio = 1 } = other
    const { toolCalls } = loggedUsage(other)
    const usage = { ...noUsage(), input: row.prompt_tokens, output: row.completion_tokens, toolCalls }
    return { usage, callCount, sizeRatio, qualityRatio }
  }
  return { usage: loggedUsage(other), callCount: other.batch?.succeeded ?? 1 }
}

function chargeAgain(row: LogOther, consumed: Consumed, price: Price, groupRatio: number): number {
  const { quota_per_unit: quotaPerUnit = 0, service_factors: serviceFactors, task } = row
  const terms = { price: timeless(price), groupRatio, quotaPerUnit }
  const { quota, other } = charge(serviceFactors ? { ...terms, serviceFactors } : terms, consumed)
  if (!task) return quota
  other.task = task
  return quotaOf(other)
}

/** Without the factors of this hour: the row already has those of its own. */
function timeless(price: Price): Price {
  if (!price.hour) return price
  const { hour: _ofNow, ...others } = price
  return others
}

function assumedOf(other: LogOther, price: Price): Assumed | null {
  if (other.served_price?.by === 'upstream_cost') return 'upstream_cost'
  if (price.kind !== 'call') return wasByCall(other) ? 'all_fresh' : null
  return wasByCall(other) || other.task || other.batch ? null : 'one_call'
}
