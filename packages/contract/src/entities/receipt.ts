import type { LogOther } from './log.ts'

export interface ReceiptLine {
  /** `input`, `cache_read`, `cache_write_5m`, …, `call`, or a tool's name. */
  line: string
  count: number
  /** Quota for one, the group's ratio included. */
  ratio: number
  /** In millionths of a quota at the finest. */
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
  count: number | undefined
  factors: Factor[]
}

/** Works a charge out from the numbers its log row carries: the gateway charges by it, and anyone can check with it. */
export function receiptOf(other: LogOther): Receipt {
  const parts = [...basicParts(other), ...toolParts(other)].filter(({ count }) => count !== undefined && count > 0)
  const lines: ReceiptLine[] = []
  let sum = 0n
  for (const { line, count = 0, factors } of parts) {
    const unit = product([...factors, other.group_ratio])
    const millionths = times(unit, count)
    sum += millionths
    lines.push({ line, count, ratio: toNumber(unit), quota: Number(millionths) / MILLION })
  }
  const whole = Number((sum + BigInt(MILLION / 2)) / BigInt(MILLION))
  const isPriced = lines.length > 0 && (other.group_ratio ?? 1) > 0 && basicPrice(other) > 0
  const due = isPriced ? Math.max(whole, 1) : whole
  const uncollected = other.uncollected ?? 0
  return {
    lines,
    rounding: (due * MILLION - Number(sum)) / MILLION,
    uncollected: -uncollected,
    total: due - uncollected,
  }
}

const isPricedByCall = ({ model_price = -1 }: LogOther) => model_price >= 0

const basicPrice = (other: LogOther) => (isPricedByCall(other) ? other.model_price : other.model_ratio) ?? 0

function basicParts(other: LogOther): Part[] {
  if (isPricedByCall(other)) {
    const { model_price, quota_per_unit, size_ratio, quality_ratio } = other
    const factors = [model_price, quota_per_unit, size_ratio, quality_ratio]
    return [{ line: 'call', count: other.call_count ?? 1, factors }]
  }
  const { model_ratio = 0, completion_ratio, cache_creation_ratio, audio_ratio, image_ratio } = other
  const reasoning = other.reasoning_tokens ?? 0
  const lines: [line: string, count: number | undefined, ...ratios: Factor[]][] = [
    ['input', other.text_input],
    ['cache_read', other.cache_tokens, other.cache_ratio],
    ['cache_write_5m', other.cache_creation_tokens_5m, cache_creation_ratio],
    ['cache_write_1h', other.cache_creation_tokens_1h, cache_creation_ratio, ONE_HOUR_CACHE_RATIO],
    ['image_input', other.image_input, image_ratio],
    ['audio_input', other.audio_input, audio_ratio],
    ['output', (other.text_output ?? 0) - reasoning, completion_ratio],
    ['reasoning', reasoning, completion_ratio],
    ['image_output', other.image_output, image_ratio, other.image_completion_ratio],
    ['audio_output', other.audio_output, audio_ratio, other.audio_completion_ratio],
  ]
  return lines.map(([line, count, ...ratios]) => ({ line, count, factors: [model_ratio, ...ratios] }))
}

const toolParts = ({ tool_calls = [], quota_per_unit }: LogOther): Part[] =>
  tool_calls.map(({ name, count, price }) => ({ line: name, count, factors: [price, quota_per_unit, 0.001] }))

// Exact arithmetic: a decimal is a whole number of 10^-12, a product of n of them of 10^-12n. Binary fractions would round
// differently from the sums people do on paper.
const DIGITS = 12
const MILLION = 1_000_000
const ONE = 10n ** BigInt(DIGITS)

interface Product {
  value: bigint
  digits: number
}

function product(factors: Factor[]): Product {
  let value = ONE
  let digits = DIGITS
  for (const factor of factors) {
    if (factor === undefined || factor === 1) continue
    value *= decimal(factor)
    digits += DIGITS
  }
  return { value, digits }
}

function decimal(factor: number): bigint {
  const scaled = Math.round(factor * 1e12)
  return Number.isSafeInteger(scaled) ? BigInt(scaled) : BigInt(Math.round(factor * 1e6)) * BigInt(MILLION)
}

/** A count of products, in millionths. */
const times = (unit: Product, count: number) => rounded({ ...unit, value: unit.value * BigInt(count) }, 6)

const toNumber = (unit: Product) => Number(rounded(unit, DIGITS)) / 10 ** DIGITS

/** In units of so many decimal digits. */
function rounded({ value, digits }: Product, kept: number): bigint {
  const scale = 10n ** BigInt(digits - kept)
  return (value + scale / 2n) / scale
}
