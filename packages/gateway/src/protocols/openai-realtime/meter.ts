import { noUsage } from '../../canonical/usage.ts'
import type { Meter, MeteredCall } from '../../metering/meter.ts'
import { liveTokens } from '../../metering/sound-tokens.ts'

/** A response of a live session is charged for the conversation so far, text and sound, and for its own output. */
export const liveMeter: Meter = {
  most: (call, leastTokens, textTokens = 0) => ({
    usage: {
      ...soFar(call),
      input: Math.max(call.inputTokens(), leastTokens, textTokens),
      audioOutput: USUAL_ANSWER_SECONDS * liveTokens.outputPerSecond,
    },
  }),
  estimated: (call, { outputTokens, soundSeconds }) => ({
    ...soFar(call),
    output: Math.ceil(outputTokens),
    audioOutput: Math.ceil((soundSeconds ?? 0) * liveTokens.outputPerSecond),
  }),
}

/** Longer than most turns of speech; a longer one extends its hold while it streams. */
const USUAL_ANSWER_SECONDS = 30

const soFar = (call: MeteredCall) => ({
  ...noUsage(),
  input: call.inputTokens(),
  cacheRead: call.cachedTokens ?? 0,
  audioInput: Math.ceil(call.soundSeconds * liveTokens.inputPerSecond),
})
