import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { speechClient } from './exchange.ts'
import { speechMeter } from './meter.ts'
import { observer } from './observe.ts'

/** OpenAI's speech. */
export const openAiSpeech = {
  observer,
  meter: speechMeter,
  endpoint: { path: '/v1/audio/speech', errors: openAiErrors, defaultModel: 'tts-1', returnsAudio: true },
  speech: speechClient,
} satisfies ClientProtocol
