import { DOLLARS_AT_RATIO_1, ONE_HOUR_CACHE_RATIO, type PriceLine } from '@tollgate/contract'
import type { Price, TokenRatios } from './price.ts'

/** Returns what a price says, a line for each kind, in US dollars and before the group's ratio. */
export function priceLines(price: Price): PriceLine[] {
  const tools = Object.entries(price.toolPrices).map(([line, usd]): PriceLine => ({ line, usd, per: 'thousand_calls' }))
  if (price.kind === 'call') return [{ line: 'call', usd: price.price, per: 'call' }, ...tools]
  const { longInput } = price
  return [...tokenLines(price), ...(longInput ? tokenLines(longInput.ratios, longInput.above) : []), ...tools]
}

const tokenLines = (ratios: TokenRatios, above?: number): PriceLine[] =>
  Object.entries(dollarsOf(ratios)).map(([line, usd]) => ({
    line,
    usd,
    per: 'million_tokens',
    ...(above !== undefined && { above }),
  }))

/** US dollars for a million tokens of each kind, under the names of a receipt's lines. */
const dollarsOf = (ratios: TokenRatios): Record<string, number> => {
  const times = (...factors: number[]) =>
    tidy(factors.reduce((product, factor) => product * factor, ratios.modelRatio * DOLLARS_AT_RATIO_1))
  return {
    input: times(),
    cache_read: times(ratios.cacheRatio),
    cache_write_5m: times(ratios.cacheWriteRatio),
    cache_write_1h: times(ratios.cacheWriteRatio, ONE_HOUR_CACHE_RATIO),
    image_input: times(ratios.imageRatio),
    audio_input: times(ratios.audioRatio),
    output: times(ratios.completionRatio),
    image_output: times(ratios.imageRatio, ratios.imageCompletionRatio),
    audio_output: times(ratios.audioRatio, ratios.audioCompletionRatio),
  }
}

/** Without the binary fractions that a product of decimals ends in. */
const tidy = (dollars: number): number => Number(dollars.toPrecision(12))
