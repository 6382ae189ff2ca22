import { noUsage } from '../canonical/usage.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Text that is answered with text: as much as its upstream is allowed to write. */
export const textMeter: Meter = {
  estimated: (call, { outputTokens }) => ({
    ...noUsage(),
    input: call.inputTokens(),
    output: Math.ceil(outputTokens),
  }),
}

/** Text that is answered with something else: vectors, verdicts, an order. A token stands for at least a byte of it. */
export const unansweredMeter: Meter = {
  ...textMeter,
  most: (call, leastTokens, textTokens) => ({
    usage: { ...noUsage(), input: inputOf(call, leastTokens, textTokens) },
  }),
  perCall: (_call, { units }) => (units === null ? {} : { callCount: units }),
}

/** The most the text of a call can come to. */
export const inputOf = (call: MeteredCall, leastTokens: number, textTokens = Buffer.byteLength(call.text)) =>
  Math.max(textTokens, leastTokens)
