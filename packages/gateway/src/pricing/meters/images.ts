import { noUsage } from '../../canonical/usage.ts'
import { asText, lookUp } from '../../raw/json.ts'
import type { Consumed } from '../charge.ts'
import { imageCallRatios } from '../image-call.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Images are priced each by size and quality, or by the tokens they come to. */
export const imageMeter: Meter = {
  expected: call => ({ usage: made(call, call.choices), ...priced(call, call.choices) }),
  estimated: (call, { units }) => made(call, units ?? call.choices),
  perCall: (call, { units }) => priced(call, units ?? call.choices),
}

/** Tokens of a square image. https://platform.openai.com/docs/guides/image-generation#cost-and-latency */
const TOKENS: Readonly<Record<string, number>> = { low: 272, medium: 1_056, high: 4_160, hd: 4_160 }
const USUAL_TOKENS = 1_056
const OBLONG = 1.5

function made(call: MeteredCall, count: number) {
  const [width, height] = (sizeOf(call) ?? '').split('x')
  const tokens =
    (lookUp(TOKENS, qualityOf(call)) ?? USUAL_TOKENS) * (height === undefined || width === height ? 1 : OBLONG)
  return { ...noUsage(), input: call.inputTokens(), imageOutput: Math.round(tokens * count) }
}

const priced = (call: MeteredCall, callCount: number): Omit<Consumed, 'usage'> => ({
  callCount,
  ...imageCallRatios({ model: call.model, size: sizeOf(call), quality: qualityOf(call) }),
})

const sizeOf = ({ member }: MeteredCall) => asText(member('size')) ?? undefined
const qualityOf = ({ member }: MeteredCall) => asText(member('quality')) ?? undefined
