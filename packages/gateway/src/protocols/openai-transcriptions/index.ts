import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { transcriptionClient, translationClient } from './exchange.ts'
import { transcriptionMeter } from './meter.ts'
import { observer } from './observe.ts'

/** OpenAI's transcriptions. */
export const openAiTranscriptions = {
  observer,
  meter: transcriptionMeter,
  endpoint: { path: '/v1/audio/transcriptions', errors: openAiErrors, defaultModel: 'whisper-1', form: 'model' },
  transcriptions: transcriptionClient,
} satisfies ClientProtocol

/** OpenAI's translations of sound, which are answered as transcriptions are. */
export const openAiTranslations = {
  observer,
  meter: transcriptionMeter,
  endpoint: { path: '/v1/audio/translations', errors: openAiErrors, defaultModel: 'whisper-1', form: 'model' },
  transcriptions: translationClient,
} satisfies ClientProtocol
