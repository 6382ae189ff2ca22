import { noUsage } from '../../canonical/usage.ts'
import type { Meter } from '../../metering/meter.ts'
import { transcriptionTokens } from '../../metering/sound-tokens.ts'

/** Faster than anybody speaks, with timestamps. */
const MOST_TOKENS_PER_SECOND = 15
const LEAST_WORDS_TOKENS = 64

/** Transcriptions are priced by the length of the sound. */
export const transcriptionMeter: Meter = {
  measures: ['minutes'],
  most: ({ soundSeconds, text }) => ({
    usage: {
      ...noUsage(),
      input: Buffer.byteLength(text),
      audioInput: transcriptionTokens(soundSeconds),
      output: LEAST_WORDS_TOKENS + Math.ceil(soundSeconds * MOST_TOKENS_PER_SECOND),
    },
    soundSeconds: Math.ceil(soundSeconds),
  }),
  estimated: ({ soundSeconds }, { outputTokens }) => ({
    ...noUsage(),
    audioInput: transcriptionTokens(soundSeconds),
    output: Math.ceil(outputTokens),
  }),
  perCall: ({ soundSeconds }) => ({ soundSeconds: Math.ceil(soundSeconds) }),
}
