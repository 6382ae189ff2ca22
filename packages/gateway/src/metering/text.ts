import { noUsage } from '../canonical/usage.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Calls answered with text, which may be as long as the upstream allows. */
export const textMeter: Meter = {
  estimated: (call, { outputTokens }) => ({
    ...noUsage(),
    input: call.inputTokens(),
    output: Math.ceil(outputTokens),
  }),
  perCall: (call, { units }) => answersWritten(units, call.choices),
}

/** The number of answers, at most as many as requested: an upstream cannot make a call dearer. */
export const answersWritten = (units: number | null, asked: number): { callCount?: number } =>
  units === null ? {} : { callCount: Math.min(units, asked) }

/** Embeddings, moderations and rerankings, whose answers are not text. A token of their input is at least one byte. */
export const unansweredMeter: Meter = {
  ...textMeter,
  most: (call, leastTokens, textTokens) => ({
    usage: { ...noUsage(), input: inputOf(call, leastTokens, textTokens) },
  }),
  perCall: (_call, { units }) => (units === null ? {} : { callCount: units }),
}

/** The most tokens that the text of a call can be. */
export const inputOf = (call: MeteredCall, leastTokens: number, textTokens = Buffer.byteLength(call.text)) =>
  Math.max(textTokens, leastTokens)
