import { atDearest } from './document/dearest.ts'
import { tierFor } from './document/lines.ts'
import { type DocumentPrice, type Price, ratiosFor, type TokenPrice, type TokenRatios } from './price.ts'

/**
 * Returns a model's price in a batch: a share of each price, but the full tool fees. The share is the host's, unless
 * the price has its own.
 */
export function atBatchPrice(price: Price, hostShare: number): Price {
  const share = price.batchShare ?? hostShare
  if (price.kind === 'call') return { ...price, price: part(price.price, share) }
  if (price.kind === 'document') return documentPart(price, share)
  const { longInput } = price
  const cheaper = <Ratios extends TokenRatios>(ratios: Ratios): Ratios => ({
    ...ratios,
    modelRatio: part(ratios.modelRatio, share),
  })
  return cheaper<TokenPrice>(
    longInput ? { ...price, longInput: { ...longInput, ratios: cheaper(longInput.ratios) } } : price,
  )
}

function documentPart(price: DocumentPrice, share: number): DocumentPrice {
  const each = <Line extends { price: number }>(lines: readonly Line[]) =>
    lines.map(line => ({ ...line, price: part(line.price, share) }))
  return {
    ...price,
    tiers: price.tiers.map(({ above, tokens }) => ({ above, tokens: mapped(tokens, usd => part(usd, share)) })),
    call: part(price.call, share),
    images: each(price.images),
    seconds: each(price.seconds),
    characters: part(price.characters, share),
    minutes: part(price.minutes, share),
  }
}

const mapped = <Numbers extends Record<keyof Numbers, number>>(numbers: Numbers, change: (one: number) => number) =>
  Object.fromEntries(Object.entries<number>(numbers).map(([name, one]) => [name, change(one)])) as Numbers

/** Removes the binary fractions that a product of decimals ends in. */
const part = (price: number, share: number): number => Number((price * share).toPrecision(15))

/**
 * Returns the price for requests with this much input as one that no longer depends on length, so that the requests of
 * one tier can be added up. A tier that applies only to the tokens above it cannot be added up, so it counts for the
 * whole request if it is dearer.
 */
export function tierOf(price: Price, inputTokens: number): { tier: string; price: Price } {
  if (price.kind === 'document') {
    const reached = tierFor(price, inputTokens)
    const flat = { ...price, tiers: reached ? [{ ...reached, above: 0 }] : [], isMarginal: false }
    return { tier: String(reached?.above ?? 0), price: price.isMarginal ? atDearest(price, inputTokens) : flat }
  }
  if (price.kind === 'call' || !price.longInput) return { tier: 'usual', price }
  const isLong = inputTokens > price.longInput.above
  const { longInput, ...usual } = { ...price, ...ratiosFor(price, inputTokens) }
  return { tier: isLong ? 'long' : 'usual', price: usual }
}
