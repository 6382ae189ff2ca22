import { DOLLARS_AT_RATIO_1, ONE_HOUR_CACHE_RATIO, type PriceLine } from '@tollgate/contract'
import type { DocumentPrice, Price, TokenRatios } from './price.ts'

/** Returns a price as one line per kind, in US dollars and before the group's ratio. */
export function priceLines(price: Price): PriceLine[] {
  const tools = Object.entries(price.toolPrices).map(([line, usd]): PriceLine => ({ line, usd, per: 'thousand_calls' }))
  if (price.kind === 'call') return [{ line: 'call', usd: price.price, per: 'call' }, ...tools]
  if (price.kind === 'document') return [...documentLines(price), ...tools]
  const { longInput } = price
  return [...tokenLines(price), ...(longInput ? tokenLines(longInput.ratios, longInput.above) : []), ...tools]
}

const documentLines = (price: DocumentPrice): PriceLine[] => [
  ...price.tiers.flatMap(({ above, tokens }) => linesOf(tokens, above || undefined)),
  ...(price.call > 0 ? [{ line: 'call', usd: price.call, per: 'call' } as const] : []),
  ...price.images.map(({ size, quality, price: usd }) => lineOf('image', usd, 'image', [size, quality])),
  ...price.seconds.map(({ resolution, sound, price: usd }) =>
    lineOf('video', usd, 'second', [resolution, sound === undefined ? undefined : sound ? 'sound' : 'silent']),
  ),
  ...(price.characters > 0 ? [lineOf('characters', price.characters, 'million_characters', [])] : []),
  ...(price.minutes > 0 ? [lineOf('sound', price.minutes, 'minute', [])] : []),
]

function lineOf(line: string, usd: number, per: PriceLine['per'], words: (string | undefined)[]): PriceLine {
  const of = words.filter(word => word !== undefined).join(' ')
  return { line, usd, per, ...(of !== '' && { of }) }
}

const tokenLines = (ratios: TokenRatios, above?: number): PriceLine[] => linesOf(dollarsOf(ratios), above)

const linesOf = (dollars: Readonly<Record<string, number>>, above?: number): PriceLine[] =>
  Object.entries(dollars).map(([line, usd]) => ({
    line,
    usd,
    per: 'million_tokens',
    ...(above !== undefined && { above }),
  }))

/** US dollars per million tokens of each kind, under the names of a receipt's lines. */
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

/** Removes the binary fractions that a product of decimals ends in. */
const tidy = (dollars: number): number => Number(dollars.toPrecision(12))
