import type { LogOther } from './log.ts'

export interface ReceiptLine {
  /** `input`, `cache_read`, `cache_write_5m`, …, `call`, or a tool's name. */
  line: string
  count: number
  /** Quota for one, the group's ratio included. */
  ratio: number
  /** To the millionth of a quota, up to two thousand million quota. */
  quota: number
}

/** A charge as lines that add up: the lines, the rounding and what could not be collected make the total. */
export interface Receipt {
  lines: ReceiptLine[]
  /** What whole quota adds: rounding half away from zero, or the least charge of 1. */
  rounding: number
  /** Below zero: what the wallet could no longer pay. */
  uncollected: number
  /** What was charged. */
  total: number
}

/** An hour in the cache costs this much more than five minutes. */
export const ONE_HOUR_CACHE_RATIO = 1.6

type Factor = number | undefined
interface Part {
  line: string
  count(other: LogOther): number | undefined
  factors(other: LogOther): Factor[]
}

const part = (line: string, count: Part['count'], factors: Part['factors']): Part => ({ line, count, factors })

/** Priced by call. */
const CALL_PARTS: Part[] = [
  part(
    'call',
    other => other.call_count ?? 1,
    other => [other.model_price, other.quota_per_unit, other.size_ratio, other.quality_ratio],
  ),
]

/** Priced by tokens; the model's ratio multiplies them all. */
const TOKEN_PARTS: Part[] = [
  part(
    'input',
    other => other.text_input,
    () => [],
  ),
  part(
    'cache_read',
    other => other.cache_tokens,
    other => [other.cache_ratio],
  ),
  part(
    'cache_write_5m',
    other => other.cache_creation_tokens_5m,
    other => [other.cache_creation_ratio],
  ),
  part(
    'cache_write_1h',
    other => other.cache_creation_tokens_1h,
    other => [other.cache_creation_ratio, ONE_HOUR_CACHE_RATIO],
  ),
  part(
    'image_input',
    other => other.image_input,
    other => [other.image_ratio],
  ),
  part(
    'audio_input',
    other => other.audio_input,
    other => [other.audio_ratio],
  ),
  part(
    'output',
    other => (other.text_output ?? 0) - (other.reasoning_tokens ?? 0),
    other => [other.completion_ratio],
  ),
  part(
    'reasoning',
    other => other.reasoning_tokens,
    other => [other.completion_ratio],
  ),
  part(
    'image_output',
    other => other.image_output,
    other => [other.image_ratio, other.image_completion_ratio],
  ),
  part(
    'audio_output',
    other => other.audio_output,
    other => [other.audio_ratio, other.audio_completion_ratio],
  ),
]

/** Works a charge out from the numbers its log row carries: anyone can check with it what the gateway charged. */
export function receiptOf(other: LogOther): Receipt {
  const lines: ReceiptLine[] = []
  let sum = 0n
  for (const { line, count, unit } of pricedParts(other)) {
    const millionths = unit.times(count)
    sum += millionths
    lines.push({ line, count, ratio: unit.ratio, quota: Number(millionths) / MILLION })
  }
  const due = dueOf(other, sum, lines.length > 0)
  const uncollected = other.uncollected ?? 0
  return {
    lines,
    rounding: Number(BigInt(due) * BigInt(MILLION) - sum) / MILLION,
    uncollected: -uncollected,
    total: due - uncollected,
  }
}

/** The receipt's total alone, before anything could not be collected: what the gateway charges. */
export function quotaOf(other: LogOther): number {
  let sum = 0n
  let isUsed = false
  for (const { count, unit } of pricedParts(other)) {
    sum += unit.times(count)
    isUsed = true
  }
  return dueOf(other, sum, isUsed)
}

/** Rounded half away from zero; at least 1 when anything was used that costs something. */
function dueOf(other: LogOther, millionths: bigint, isUsed: boolean): number {
  const whole = Number((millionths + BigInt(MILLION / 2)) / BigInt(MILLION))
  const isPriced = isUsed && (other.group_ratio ?? 1) > 0 && basicPrice(other) > 0
  return isPriced ? Math.max(whole, 1) : whole
}

const isPricedByCall = ({ model_price = -1 }: LogOther) => model_price >= 0

const basicPrice = (other: LogOther) => (isPricedByCall(other) ? other.model_price : other.model_ratio) ?? 0

interface PricedPart {
  line: string
  count: number
  unit: UnitPrice
}

function* pricedParts(other: LogOther): Generator<PricedPart> {
  const isByCall = isPricedByCall(other)
  const modelRatio = isByCall ? 1 : (other.model_ratio ?? 0)
  for (const { line, count, factors } of isByCall ? CALL_PARTS : TOKEN_PARTS) {
    const times = count(other) ?? 0
    if (times > 0) yield { line, count: times, unit: unitPrice([modelRatio, ...factors(other), other.group_ratio]) }
  }
  for (const { name, count, price } of other.tool_calls ?? []) {
    if (count > 0) yield { line: name, count, unit: unitPrice([price, other.quota_per_unit, 0.001, other.group_ratio]) }
  }
}

// Exact arithmetic: a decimal is a whole number of 10^-12, a product of n of them of 10^-12n. Binary fractions would round
// differently from the sums people do on paper.
const DIGITS = 12
const MILLION = 1_000_000
const ONE = 10n ** BigInt(DIGITS)

/** The price of one, kept exactly. */
interface UnitPrice {
  /** Quota for one, as a number to show. */
  ratio: number
  /** What so many cost, in millionths of a quota. */
  times(count: number): bigint
}

/** A site has few prices, and each request asks for the same few again. */
const unitPrices = new Map<string, UnitPrice>()
const MOST_KEPT = 10_000

function unitPrice(factors: Factor[]): UnitPrice {
  const key = factors.join()
  const known = unitPrices.get(key)
  if (known) return known
  if (unitPrices.size >= MOST_KEPT) unitPrices.clear()
  const made = multiply(factors)
  unitPrices.set(key, made)
  return made
}

function multiply(factors: Factor[]): UnitPrice {
  let value = ONE
  let digits = DIGITS
  for (const factor of factors) {
    if (factor === undefined || factor === 1) continue
    value *= decimal(factor)
    digits += DIGITS
  }
  const scale = 10n ** BigInt(digits - 6)
  const half = scale / 2n
  return {
    ratio: Number(rounded(value, digits, DIGITS)) / 10 ** DIGITS,
    times: count => (value * BigInt(count) + half) / scale,
  }
}

function decimal(factor: number): bigint {
  const scaled = Math.round(factor * 1e12)
  return Number.isSafeInteger(scaled) ? BigInt(scaled) : BigInt(Math.round(factor * 1e6)) * BigInt(MILLION)
}

/** In units of so many decimal digits. */
function rounded(value: bigint, digits: number, kept: number): bigint {
  const scale = 10n ** BigInt(digits - kept)
  return (value + scale / 2n) / scale
}
