import { noUsage } from '../../canonical/usage.ts'
import { transcriptionTokens } from '../sound-tokens.ts'
import type { Meter } from './meter.ts'

/** Transcriptions are priced by the length of the sound. */
export const transcriptionMeter: Meter = {
  expected: ({ soundSeconds }) => ({ usage: { ...noUsage(), audioInput: transcriptionTokens(soundSeconds) } }),
  estimated: ({ soundSeconds }, { outputTokens }) => ({
    ...noUsage(),
    audioInput: transcriptionTokens(soundSeconds),
    output: Math.ceil(outputTokens),
  }),
}
