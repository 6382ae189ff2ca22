export const MILLION = 1_000_000

/** A unit price in exact arithmetic: binary fractions would round differently from calculations on paper. */
export interface UnitPrice {
  /** Quota for one, as a number for display. */
  ratio: number
  /** Returns the price of `count` units, in millionths of a quota. */
  times(count: number): bigint
  /** The millionths of a quota for one if they are a whole number, as usual; else null. */
  whole: number | null
}

type Factor = number | undefined

/** A cache: a site has few prices, and requests reuse them. Each factor leads to the next map. */
interface Known {
  next: Map<number, Known>
  price: UnitPrice | null
}
const newKnown = (): Known => ({ next: new Map(), price: null })
let known = newKnown()
let kept = 0
const MOST_KEPT = 10_000

/** The product of the factors; an absent one is 1. */
export function unitPrice(factors: Factor[]): UnitPrice {
  let at = known
  for (const factor of factors) {
    const next = at.next.get(factor ?? 1)
    if (!next) return keep(factors)
    at = next
  }
  return at.price ?? keep(factors)
}

function keep(factors: Factor[]): UnitPrice {
  if (++kept > MOST_KEPT) {
    known = newKnown()
    kept = 1
  }
  let at = known
  for (const factor of factors) {
    const next = at.next.get(factor ?? 1) ?? newKnown()
    at.next.set(factor ?? 1, next)
    at = next
  }
  at.price = multiply(factors)
  return at.price
}

// A decimal is an integer times 10^-12, and a product of n of them is an integer times 10^-12n.
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
    whole: value % scale === 0n && value / scale <= Number.MAX_SAFE_INTEGER ? Number(value / scale) : null,
  }
}

function decimal(factor: number): bigint {
  const scaled = Math.round(factor * 1e12)
  return Number.isSafeInteger(scaled) ? BigInt(scaled) : BigInt(Math.round(factor * 1e6)) * BigInt(MILLION)
}

/** Rounds to units of this many decimal digits. */
function rounded(value: bigint, digits: number, kept: number): bigint {
  const scale = 10n ** BigInt(digits - kept)
  return (value + scale / 2n) / scale
}
