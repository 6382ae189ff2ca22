import { type Abilities, ONE_HOUR_CACHE_RATIO, type PricedModel } from '@tollgate/contract'
import { tokenPrices } from './prices.ts'

export const PRICE_LINES = [
  'input',
  'cached',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'imageInput',
  'imageOutput',
  'audioInput',
  'audioOutput',
] as const
export type PriceLine = (typeof PRICE_LINES)[number]

/** Lines left out because two prices are equal. */
const leftOut: Partial<Record<PriceLine, [PriceLine, PriceLine]>> = {
  cacheWrite5m: ['cacheWrite5m', 'input'],
  cacheWrite1h: ['cacheWrite5m', 'input'],
  imageInput: ['imageInput', 'input'],
  imageOutput: ['imageOutput', 'output'],
  audioInput: ['audioInput', 'input'],
  audioOutput: ['audioOutput', 'output'],
}

/** The lines worth showing: input, cache and output, and any that differ from these. */
export const linesWorthSaying = (prices: Record<PriceLine, number>, abilities: Abilities): PriceLine[] =>
  answersInText(abilities)
    ? PRICE_LINES.filter(line => {
        const [one, other] = leftOut[line] ?? []
        return !one || !other || prices[one] !== prices[other]
      })
    : ['input']

/** Whether a model has output to pay for, and a cache: vectors and rankings are neither text nor read again. */
export const answersInText = ({ chat, embeddings, rerank }: Abilities): boolean =>
  chat !== false || !(embeddings || rerank)

/** The phrase of a line: output includes reasoning, unless none of the models reasons. */
export const lineName = (line: PriceLine, models: readonly { abilities: Abilities }[]) =>
  line === 'output' && models.every(({ abilities }) => abilities.reasoning === false)
    ? 'pricing.lines.outputAlone'
    : (`pricing.lines.${line}` as const)

type Ratios = NonNullable<PricedModel['long_input']> | PricedModel

/** US dollars per million tokens of every kind. */
export function pricesOf(ratios: Omit<Ratios, 'above'>, groupRatio: number): Record<PriceLine, number> {
  const { input, output, cached } = tokenPrices(ratios, groupRatio)
  const imageInput = input * ratios.image_ratio
  const audioInput = input * ratios.audio_ratio
  const cacheWrite5m = input * ratios.cache_creation_ratio
  return {
    input,
    cached,
    cacheWrite5m,
    cacheWrite1h: cacheWrite5m * ONE_HOUR_CACHE_RATIO,
    output,
    imageInput,
    imageOutput: imageInput * ratios.image_completion_ratio,
    audioInput,
    audioOutput: audioInput * ratios.audio_completion_ratio,
  }
}
