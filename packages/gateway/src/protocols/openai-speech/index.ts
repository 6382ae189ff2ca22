import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asText } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import type { ReportedUsage } from '../../usage/report.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { speechClient } from './exchange.ts'
import { speechMeter } from './meter.ts'
import { observeSound } from './observe-sound.ts'

/** Speech: raw sound as it is made, or server-sent events with pieces of it. */
const observer = observeSound(
  makeObserver({
    read(event, tally) {
      const type = asText(event.type)
      if (type === 'speech.audio.delta') tally.produced = true
      if (type !== 'speech.audio.done') return
      noteUsage(tally, event.usage, readSpeechUsage)
      tally.usageIsFinal = tally.usage !== null
      tally.finished = true
    },
  }),
)

/** Reads the `usage` of speech: output is sound. */
function readSpeechUsage(raw: unknown): ReportedUsage | null {
  const reported = readOpenAiUsage(raw)
  if (!reported || reported.usage.audioOutput > 0) return reported
  const { usage } = reported
  return { ...reported, usage: { ...usage, output: 0, audioOutput: usage.output } }
}

/** OpenAI's speech. */
export const openAiSpeech = {
  observer,
  meter: speechMeter,
  endpoint: { path: '/v1/audio/speech', errors: openAiErrors, defaultModel: 'tts-1', returnsAudio: true },
  speech: speechClient,
} satisfies ClientProtocol
