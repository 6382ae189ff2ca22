export const MILLION = 1_000_000

/** A unit price in exact arithmetic: binary fractions would round differently from sums on paper. */
export interface UnitPrice {
  /** Quota for one, as a number to show. */
  ratio: number
  /** Returns the price of `count` units, in millionths of a quota. */
  times(count: number): bigint
}

type Factor = number | undefined

/** A cache: a site has few prices, and requests use the same ones again. */
const unitPrices = new Map<string, UnitPrice>()
const MOST_KEPT = 10_000

/** The product of the factors; one that is absent is 1. */
export function unitPrice(factors: Factor[]): UnitPrice {
  const key = factors.join()
  const known = unitPrices.get(key)
  if (known) return known
  if (unitPrices.size >= MOST_KEPT) unitPrices.clear()
  const made = multiply(factors)
  unitPrices.set(key, made)
  return made
}

// A decimal is a whole number of 10^-12, a product of n of them of 10^-12n.
const DIGITS = 12
const ONE = 10n ** BigInt(DIGITS)

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
