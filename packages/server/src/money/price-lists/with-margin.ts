import type { PriceDocument, TokenDollars } from '@tollgate/contract'

/** An accepted price is the source's price times a factor, rounded up to this many significant digits. */
export interface Margin {
  factor: number
  digits: number
}

/** Returns a document with a margin on all prices except tool fees. Rounds up, so that no price becomes zero. */
export function withMargin(document: PriceDocument, { factor, digits }: Margin): PriceDocument {
  const priced = (dollars: number) => roundedUp(dollars * factor, digits)
  const each = <Line extends { price: number }>(lines: Line[]) =>
    lines.map(line => ({ ...line, price: priced(line.price) }))
  const tokens = <Tokens extends Partial<TokenDollars>>(prices: Tokens): Tokens =>
    Object.fromEntries(Object.entries(prices).map(([kind, dollars]) => [kind, priced(dollars)])) as Tokens
  const { call, images, seconds, characters, minutes } = document
  return {
    ...document,
    ...(document.tokens && { tokens: tokens(document.tokens) }),
    ...(document.tiers && { tiers: document.tiers.map(({ above, ...prices }) => ({ above, ...tokens(prices) })) }),
    ...(call !== undefined && { call: priced(call) }),
    ...(images && { images: each(images) }),
    ...(seconds && { seconds: each(seconds) }),
    ...(characters !== undefined && { characters: priced(characters) }),
    ...(minutes !== undefined && { minutes: priced(minutes) }),
  }
}

/** Rounds up, ignoring the error of binary fractions: 0.3, not 0.31. */
function roundedUp(dollars: number, digits: number): number {
  const exact = Number(dollars.toPrecision(12))
  const near = Number(exact.toPrecision(digits))
  if (near >= exact) return near
  const step = 10 ** (Math.floor(Math.log10(exact)) + 1 - digits)
  return Number((near + step).toPrecision(digits))
}
