import { noUsage } from '../canonical/usage.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Calls answered with text: the answer may be as long as the upstream allows. */
export const textMeter: Meter = {
  estimated: (call, { outputTokens }) => ({
    ...noUsage(),
    input: call.inputTokens(),
    output: Math.ceil(outputTokens),
  }),
  perCall: (call, { units }) => answersWritten(units, call.choices),
}

/** An upstream cannot make a call dearer than what was asked for. */
export const answersWritten = (units: number | null, asked: number): { callCount?: number } =>
  units === null ? {} : { callCount: Math.min(units, asked) }

/** Input of embeddings, moderations and rerankings, whose answers are not text. A token is at least a byte of it. */
export const unansweredMeter: Meter = {
  ...textMeter,
  most: (call, leastTokens, textTokens) => ({
    usage: { ...noUsage(), input: inputOf(call, leastTokens, textTokens) },
  }),
  perCall: (_call, { units }) => (units === null ? {} : { callCount: units }),
}

/** The most that the text of a call can come to. */
export const inputOf = (call: MeteredCall, leastTokens: number, textTokens = Buffer.byteLength(call.text)) =>
  Math.max(textTokens, leastTokens)
