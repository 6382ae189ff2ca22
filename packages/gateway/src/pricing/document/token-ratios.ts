import { DOLLARS_AT_RATIO_1, ONE_HOUR_CACHE_RATIO, type TokenDollars } from '@tollgate/contract'
import type { TokenRatios } from '../price.ts'

export const FREE_RATIOS: TokenRatios = {
  modelRatio: 0,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  imageRatio: 1,
  imageCompletionRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
}

/** Returns the prices of all kinds; one without a price costs what its parent kind costs. */
export function everyKind(prices: TokenDollars): Required<TokenDollars> {
  const { input, output, cache_write_5m = input } = prices
  return {
    input,
    output,
    cache_read: prices.cache_read ?? input,
    cache_write_5m,
    cache_write_1h: prices.cache_write_1h ?? tidy(cache_write_5m * ONE_HOUR_CACHE_RATIO),
    image_input: prices.image_input ?? input,
    audio_input: prices.audio_input ?? input,
    image_output: prices.image_output ?? output,
    audio_output: prices.audio_output ?? output,
  }
}

/**
 * Prices as ratios, for input that is not free. A cache of one hour is not included: it costs 1.6 times that of five
 * minutes.
 */
export const ratiosOf = (prices: Required<TokenDollars>): TokenRatios => {
  const { input, output, image_input, audio_input } = prices
  return {
    modelRatio: tidy(input / DOLLARS_AT_RATIO_1),
    completionRatio: tidy(output / input),
    cacheRatio: tidy(prices.cache_read / input),
    cacheWriteRatio: tidy(prices.cache_write_5m / input),
    imageRatio: tidy(image_input / input),
    imageCompletionRatio: image_input > 0 ? tidy(prices.image_output / image_input) : 1,
    audioRatio: tidy(audio_input / input),
    audioCompletionRatio: audio_input > 0 ? tidy(prices.audio_output / audio_input) : 1,
  }
}

/** The ratios that express exactly these prices; null: none do. */
export function exactRatios(prices: Required<TokenDollars>): TokenRatios | null {
  const { input, image_input, audio_input, image_output, audio_output } = prices
  if (Object.values(prices).every(price => price === 0)) return FREE_RATIOS
  if (input === 0 || (image_input === 0 && image_output > 0) || (audio_input === 0 && audio_output > 0)) return null
  if (tidy(prices.cache_write_5m * ONE_HOUR_CACHE_RATIO) !== tidy(prices.cache_write_1h)) return null
  const ratios = ratiosOf(prices)
  return sayTheSame(ratios, prices) ? ratios : null
}

/** An input price near zero has no ratio of 12 decimals: all the other prices, multiples of it, would be off or free. */
function sayTheSame(ratios: TokenRatios, prices: Required<TokenDollars>): boolean {
  const input = ratios.modelRatio * DOLLARS_AT_RATIO_1
  const [image, audio] = [input * ratios.imageRatio, input * ratios.audioRatio]
  return [
    [input, prices.input],
    [input * ratios.completionRatio, prices.output],
    [input * ratios.cacheRatio, prices.cache_read],
    [input * ratios.cacheWriteRatio, prices.cache_write_5m],
    [image, prices.image_input],
    [image * ratios.imageCompletionRatio, prices.image_output],
    [audio, prices.audio_input],
    [audio * ratios.audioCompletionRatio, prices.audio_output],
  ].every(([said = 0, price = 0]) => Math.abs(said - price) <= MOST_OFF * price)
}

const MOST_OFF = 1e-6

/** The decimals people would write: 0.1, not 0.09999999999999999. */
export const tidy = (ratio: number) => Number(ratio.toFixed(12))
