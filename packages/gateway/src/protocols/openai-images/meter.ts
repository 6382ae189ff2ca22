import { noUsage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import type { Meter, MeteredCall } from '../../metering/meter.ts'
import { asText, lookUp } from '../../raw/json.ts'
import { imageCallRatios } from './image-call.ts'

/** Images are priced individually by size and quality, or by their tokens. */
export const imageMeter: Meter = {
  measures: ['images'],
  most: (call, _leastTokens, textTokens) => mostMade(call, mostOf(call), textTokens),
  estimated: (call, { units }) => made(call, units ?? call.choices),
  perCall: (call, { units }) => priced(call, units ?? call.choices),
}

/** Tokens of a square image. https://platform.openai.com/docs/guides/image-generation#cost-and-latency */
const TOKENS: Readonly<Record<string, number>> = { low: 272, medium: 1_056, high: 4_160, hd: 4_160 }
const USUAL_TOKENS = 1_056
const OBLONG = 1.5

/** The most tokens of an edited image, and of a partial image. */
const MOST_INPUT_TOKENS = 6_500
const GLIMPSE_TOKENS = 100
const MOST_GLIMPSES = 3

export function mostMade(call: MeteredCall, count: number, textTokens = Buffer.byteLength(call.text)): Consumed {
  const known = lookUp(TOKENS, qualityOf(call)) ?? Math.max(...Object.values(TOKENS))
  const [width, height] = (sizeOf(call) ?? '').split('x')
  const isSquare = height !== undefined && width === height
  const each = Math.ceil(known * (isSquare ? 1 : OBLONG)) + GLIMPSE_TOKENS * MOST_GLIMPSES
  const usage = {
    ...noUsage(),
    input: textTokens,
    imageInput: (call.files ?? 0) * MOST_INPUT_TOKENS,
    imageOutput: each * count,
  }
  return { usage, ...priced(call, count) }
}

function made(call: MeteredCall, count: number) {
  const [width, height] = (sizeOf(call) ?? '').split('x')
  const tokens = tokensOf(qualityOf(call)) * (height === undefined || width === height ? 1 : OBLONG)
  return { ...noUsage(), input: call.inputTokens(), imageOutput: Math.round(tokens * count) }
}

/** An unknown quality counts as the dearest. */
const tokensOf = (quality = 'auto'): number =>
  quality === 'auto' || quality === 'standard'
    ? USUAL_TOKENS
    : (lookUp(TOKENS, quality) ?? Math.max(...Object.values(TOKENS)))

const priced = (call: MeteredCall, callCount: number): Omit<Consumed, 'usage'> => ({
  callCount,
  image: { size: sizeOf(call), quality: qualityOf(call) },
  ...imageCallRatios({ model: call.model, size: sizeOf(call), quality: qualityOf(call) }),
})

const sizeOf = ({ member }: MeteredCall) => wordOf(member('size'))
const qualityOf = ({ member }: MeteredCall) => wordOf(member('quality'))

/** Upstreams ignore the case of options. A value that is not a text is an unknown word. */
const wordOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : (asText(value)?.trim().toLowerCase() ?? '?')

/** Ark makes a series if told to, even without a number. https://www.volcengine.com/docs/82379/1541523 */
const LONGEST_SERIES = 15

function mostOf({ choices, member }: MeteredCall): number {
  const series = wordOf(member('sequential_image_generation')) ?? 'disabled'
  return series === 'disabled' ? choices : Math.max(choices, LONGEST_SERIES)
}
