import { type Price, ratiosFor, type TokenPrice, type TokenRatios } from './price.ts'

/** Returns a model's price in a batch: the host's share of each price, except for tools, which keep theirs. */
export function atBatchPrice(price: Price, share: number): Price {
  if (price.kind === 'call') return { ...price, price: part(price.price, share) }
  const { longInput } = price
  const cheaper = <Ratios extends TokenRatios>(ratios: Ratios): Ratios => ({
    ...ratios,
    modelRatio: part(ratios.modelRatio, share),
  })
  return cheaper<TokenPrice>(
    longInput ? { ...price, longInput: { ...longInput, ratios: cheaper(longInput.ratios) } } : price,
  )
}

/** Without the binary fractions that a product of decimals ends in. */
const part = (price: number, share: number): number => Number((price * share).toPrecision(15))

/** Returns the price for requests with this much input, as one that no longer depends on length: requests of one tier can be added up. */
export function tierOf(price: Price, inputTokens: number): { tier: 'usual' | 'long'; price: Price } {
  if (price.kind === 'call' || !price.longInput) return { tier: 'usual', price }
  const isLong = inputTokens > price.longInput.above
  const { longInput, ...usual } = { ...price, ...ratiosFor(price, inputTokens) }
  return { tier: isLong ? 'long' : 'usual', price: usual }
}
