import { noUsage } from '../../canonical/usage.ts'
import { TOKENS_PER_MEDIA_PART } from '../estimate-input.ts'
import { measure } from '../measure.ts'
import type { Meter } from './meter.ts'

/** English has about four bytes a token, Chinese three, code fewer; JSON around short messages evens it out. */
const BYTES_PER_TOKEN = 3
/** Longer than most answers; a longer one extends its hold while it streams. */
const USUAL_ANSWER_TOKENS = 1_024
/** A client that allows 128k tokens seldom gets them: it need not own their price. */
const LONGEST_RESERVED_ANSWER = 16_384

const input: Pick<Meter, 'estimated'> = {
  estimated: (call, { outputTokens }) => ({
    ...noUsage(),
    input: call.inputTokens(),
    output: Math.ceil(outputTokens),
  }),
}

/** Text that is answered with text: a token for three bytes, and as many as the client allows each answer. */
export const textMeter: Meter = {
  ...input,
  expected({ text, maxTokens = USUAL_ANSWER_TOKENS, choices }, leastTokens) {
    const answerTokens = Math.ceil(Math.min(maxTokens, LONGEST_RESERVED_ANSWER))
    return { usage: { ...noUsage(), input: textTokens(text, leastTokens), output: answerTokens * choices } }
  },
}

/** Text that is answered with something else: vectors, verdicts, an order. */
export const unansweredMeter: Meter = {
  ...input,
  expected: ({ text }, leastTokens) => ({ usage: { ...noUsage(), input: textTokens(text, leastTokens) } }),
  perCall: (_call, { units }) => (units === null ? {} : { callCount: units }),
}

function textTokens(text: string, least: number): number {
  const { textBytes, mediaParts } = measure(text)
  return Math.max(Math.ceil(textBytes / BYTES_PER_TOKEN) + mediaParts * TOKENS_PER_MEDIA_PART, least)
}
