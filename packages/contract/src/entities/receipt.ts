import { DOLLARS_AT_RATIO_1 } from '../constants.ts'
import type { LoggedLine, LogOther } from './log.ts'
import type { PriceLine } from './quote.ts'
import { MILLION, type UnitPrice, unitPrice } from './unit-price.ts'

export interface ReceiptLine {
  /** `input`, `cache_read`, `cache_write_5m`, …, `call`, or a tool's name. */
  line: string
  /** The token count above which its price applies. Absent: from the first. */
  above?: number
  /** The words its price depends on, such as a size. Absent: none. */
  of?: string
  count: number
  /** Quota for one, including the group's ratio. */
  ratio: number
  /** Exact to a millionth of a quota, up to two thousand million quota. */
  quota: number
}

/** A charge as lines that add up: lines, rounding and the uncollected amount make the total. */
export interface Receipt {
  lines: ReceiptLine[]
  /** The rounding to whole quota: half away from zero, or up to the minimum charge of 1. */
  rounding: number
  /** Below zero: the part that the wallet could no longer pay. */
  uncollected: number
  /** The charge. */
  total: number
}

/** An hour in the cache costs this many times as much as five minutes. */
export const ONE_HOUR_CACHE_RATIO = 1.6

type NumberIn<Shape> = { [Key in keyof Shape]-?: Shape[Key] extends number | undefined ? Key : never }[keyof Shape]
/** One of a log row's numbers. */
type Figure = NumberIn<LogOther>

/** A line of a receipt: the count, and the factors of the unit price. */
interface Part {
  line: string
  count: Figure
  /** A part of the count that has its own line. */
  without?: Figure
  /** The count if the row has none. */
  unsaid?: number
  times: (Figure | number)[]
}

/** Priced by call. */
const CALL_PARTS: Part[] = [
  {
    line: 'call',
    count: 'call_count',
    unsaid: 1,
    times: ['model_price', 'quota_per_unit', 'size_ratio', 'quality_ratio'],
  },
]

/** Priced by tokens; the model's ratio multiplies every line. */
const TOKEN_PARTS: Part[] = [
  { line: 'input', count: 'text_input', times: [] },
  { line: 'cache_read', count: 'cache_tokens', times: ['cache_ratio'] },
  { line: 'cache_write_5m', count: 'cache_creation_tokens_5m', times: ['cache_creation_ratio'] },
  { line: 'cache_write_1h', count: 'cache_creation_tokens_1h', times: ['cache_creation_ratio', ONE_HOUR_CACHE_RATIO] },
  { line: 'image_input', count: 'image_input', times: ['image_ratio'] },
  { line: 'audio_input', count: 'audio_input', times: ['audio_ratio'] },
  { line: 'output', count: 'text_output', without: 'reasoning_tokens', times: ['completion_ratio'] },
  { line: 'reasoning', count: 'reasoning_tokens', times: ['completion_ratio'] },
  { line: 'image_output', count: 'image_output', times: ['image_ratio', 'image_completion_ratio'] },
  { line: 'audio_output', count: 'audio_output', times: ['audio_ratio', 'audio_completion_ratio'] },
]

const CACHE_PARTS = TOKEN_PARTS.filter(({ line }) => line.startsWith('cache_'))

/** Computes a charge from the numbers in its log row, so that anyone can check what the gateway charged. */
export function receiptOf(other: LogOther): Receipt {
  const lines: ReceiptLine[] = []
  let sum = 0n
  for (const { count, unit, ...name } of pricedParts(other)) {
    const millionths = unit.times(count)
    sum += millionths
    lines.push({ ...name, count, ratio: unit.ratio, quota: Number(millionths) / MILLION })
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

/** Returns the receipt's total before uncollected amounts: what the gateway charges. */
export function quotaOf(other: LogOther): number {
  const parts = pricedParts(other)
  return dueOf(
    other,
    exactSum(parts) ?? parts.reduce((sum, { count, unit }) => sum + unit.times(count), 0n),
    parts.length > 0,
  )
}

/**
 * What the cache saved, in whole quota: the price of the tokens read from it or written to it as fresh input, minus
 * their actual price. Below zero if writing cost more than reading saved.
 */
export function cacheSavingsOf(other: LogOther): number {
  if (isPricedByCall(other) || !(other.price_lines || CACHE_PARTS.some(({ count }) => other[count]))) return 0
  const besides = besidesOf(other)
  const price = (times: readonly (Figure | number)[]) =>
    unitPrice([
      other.model_ratio ?? 0,
      ...times.map(factor => (typeof factor === 'number' ? factor : other[factor])),
      ...besides,
      other.group_ratio,
    ])
  let saved = 0n
  if (other.price_lines) {
    const cached = loggedParts(other, other.price_lines, besides).filter(({ line }) => line.startsWith('cache_'))
    for (const { count, unit } of cached) saved += price([]).times(count) - unit.times(count)
  } else
    for (const { count, times } of CACHE_PARTS) {
      const counted = other[count] ?? 0
      if (counted > 0) saved += price([]).times(counted) - price(times).times(counted)
    }
  return Number(saved < 0n ? -((HALF - saved) / WHOLE) : (saved + HALF) / WHOLE)
}

/** The sum in millionths if plain numbers represent it exactly, as for nearly every call; else null. */
function exactSum(parts: readonly PricedPart[]): number | null {
  let sum = 0
  for (const { count, unit } of parts) {
    if (unit.whole === null || !Number.isSafeInteger(count)) return null
    const millionths = unit.whole * count
    sum += millionths
    if (millionths > MOST_EXACT || sum > MOST_EXACT) return null
  }
  return sum
}

const MOST_EXACT = Number.MAX_SAFE_INTEGER - MILLION

/** Rounded half away from zero; at least 1 if anything used costs something. */
function dueOf(other: LogOther, millionths: bigint | number, isUsed: boolean): number {
  const whole = typeof millionths === 'number' ? roundedToWhole(millionths) : Number((millionths + HALF) / WHOLE)
  const isPriced = isUsed && (other.group_ratio ?? 1) > 0 && basicPrice(other) > 0
  return isPriced ? Math.max(whole, 1) : whole
}

const HALF = BigInt(MILLION / 2)
const WHOLE = BigInt(MILLION)

/** Avoids a division, which would round. */
function roundedToWhole(millionths: number): number {
  const raised = millionths + MILLION / 2
  return (raised - (raised % MILLION)) / MILLION
}

const isPricedByCall = ({ model_price = -1 }: LogOther) => model_price >= 0

function basicPrice(other: LogOther): number {
  if (other.price_lines) return Math.max(0, ...other.price_lines.map(({ usd }) => usd))
  return (isPricedByCall(other) ? other.model_price : other.model_ratio) ?? 0
}

const NO_FACTORS: readonly number[] = []

/** Factors on every part of a charge except tool fees: those of a task and of a more expensive service level. */
function besidesOf({ task, service_factors }: LogOther): readonly number[] {
  if (!task && !service_factors) return NO_FACTORS
  return [...Object.values(task?.factors ?? {}), ...Object.values(service_factors ?? {})]
}

interface PricedPart {
  line: string
  above?: number
  of?: string
  count: number
  unit: UnitPrice
}

function pricedParts(other: LogOther): PricedPart[] {
  const parts: PricedPart[] = []
  const isByCall = isPricedByCall(other)
  const modelRatio = isByCall ? 1 : (other.model_ratio ?? 0)
  const besides = besidesOf(other)
  if (other.price_lines) return [...loggedParts(other, other.price_lines, besides), ...toolParts(other)]
  for (const { line, count, without, unsaid = 0, times } of isByCall ? CALL_PARTS : TOKEN_PARTS) {
    const counted = (other[count] ?? unsaid) - (without ? (other[without] ?? 0) : 0)
    if (counted <= 0) continue
    // Without intermediate lists, since every call and every replayed row comes here.
    const factors: (number | undefined)[] = [modelRatio]
    for (const factor of times) factors.push(typeof factor === 'number' ? factor : other[factor])
    for (const factor of besides) factors.push(factor)
    factors.push(other.group_ratio)
    parts.push({ line, count: counted, unit: unitPrice(factors) })
  }
  return other.tool_calls ? [...parts, ...toolParts(other)] : parts
}

function toolParts({ tool_calls = [], quota_per_unit, group_ratio }: LogOther): PricedPart[] {
  const called = tool_calls.filter(({ count }) => count > 0)
  return called.map(({ name, count, price }) => ({
    line: name,
    count,
    unit: unitPrice([price, quota_per_unit, 0.001, group_ratio]),
  }))
}

/** Tokens cost quota by the ratio equal to this many dollars; everything else costs dollars. */
function loggedParts(
  { quota_per_unit, group_ratio }: LogOther,
  lines: readonly LoggedLine[],
  besides: readonly number[],
): PricedPart[] {
  return lines.map(({ line, count, usd, per, above, of }) => ({
    line,
    ...(above !== undefined && { above }),
    ...(of !== undefined && { of }),
    count,
    unit: unitPrice([
      usd,
      per === 'million_tokens' ? 1 / DOLLARS_AT_RATIO_1 : quota_per_unit,
      SHARES[per],
      ...besides,
      group_ratio,
    ]),
  }))
}

/** The share of a line's price unit that one of its count is. */
const SHARES: Readonly<Record<PriceLine['per'], number | undefined>> = {
  million_tokens: undefined,
  call: undefined,
  image: undefined,
  second: undefined,
  minute: 1 / 60,
  million_characters: 0.000001,
  thousand_calls: 0.001,
}
