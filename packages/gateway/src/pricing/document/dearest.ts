import type { TokenDollars } from '@tollgate/contract'
import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import type { DocumentPrice } from '../price.ts'

/** Returns the same price with each kind of token at the dearest price for a prompt of up to this many tokens. */
export function atDearest(price: DocumentPrice, inputTokens: number): DocumentPrice {
  const [first, ...longer] = price.tiers.filter(({ above }) => above === 0 || inputTokens > above)
  if (!first) return price
  const tokens = { ...first.tokens }
  for (const tier of longer)
    for (const kind of kindsOf(tokens)) tokens[kind] = Math.max(tokens[kind], tier.tokens[kind])
  return { ...price, tiers: [{ above: 0, tokens }], isMarginal: false }
}

const kindsOf = (tokens: Required<TokenDollars>) => Object.keys(tokens) as (keyof TokenDollars)[]

/** How much of an input may be billed as which kind. */
interface SizedInput {
  tokens: number
  imageTokens: number
  soundTokens: number
  /** How long a part of it may stay in a cache. */
  cache: 'none' | '5m' | '1h'
}

/** Returns an input as the kinds that cost most, at a price that does not depend on its length. */
export function dearestInput(price: DocumentPrice, { tokens, imageTokens, soundTokens, cache }: SizedInput): Usage {
  const usage = noUsage()
  const dollars = price.tiers[0]?.tokens
  if (!dollars) return { ...usage, input: tokens }
  const written = cache === 'none' ? [] : cache === '5m' ? [WRITTEN_5M] : [WRITTEN_5M, WRITTEN_1H]
  const [text, textPrice] = [TEXT, ...written]
    .map(({ count, kind }) => [count, dollars[kind]] as const)
    .reduce((dearest, one) => (one[1] > dearest[1] ? one : dearest))
  const images = dollars.image_input > textPrice ? imageTokens : 0
  const sounds = dollars.audio_input > textPrice ? soundTokens : 0
  return { ...usage, [text]: tokens - images - sounds, imageInput: images, audioInput: sounds }
}

const TEXT = { count: 'input', kind: 'input' } as const
const WRITTEN_5M = { count: 'cacheWrite5m', kind: 'cache_write_5m' } as const
const WRITTEN_1H = { count: 'cacheWrite1h', kind: 'cache_write_1h' } as const

/** Quota per token of fresh input and of each kind of output, at a price that does not depend on the input's length. */
export function quotaPerToken({ tiers }: DocumentPrice) {
  const dollars = tiers[0]?.tokens
  const quota = (usd = 0) => usd / DOLLARS_AT_RATIO_1
  return {
    input: quota(dollars?.input),
    output: quota(dollars?.output),
    imageOutput: quota(dollars?.image_output),
    audioOutput: quota(dollars?.audio_output),
  }
}
