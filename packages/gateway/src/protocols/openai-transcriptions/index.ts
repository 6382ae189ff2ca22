import type { SoundForm } from '../common/endpoint.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { transcriptionClient, translationClient } from './exchange.ts'
import { transcriptionMeter } from './meter.ts'
import { observer } from './observe.ts'

/**
 * Fields OpenAI takes besides the file, and common options of other hosts.
 * https://platform.openai.com/docs/api-reference/audio
 */
const sound: SoundForm = {
  file: 'file',
  fields: new Set([
    ...['model', 'language', 'prompt', 'response_format', 'temperature', 'stream', 'user', 'task'],
    ...['timestamp_granularities', 'timestamp_granularities[]', 'include', 'include[]', 'chunking_strategy'],
    ...['known_speaker_names', 'known_speaker_names[]', 'hotwords', 'initial_prompt', 'vad_filter', 'diarize'],
  ]),
}

/** OpenAI's transcriptions. */
export const openAiTranscriptions = {
  observer,
  meter: transcriptionMeter,
  endpoint: { path: '/v1/audio/transcriptions', errors: openAiErrors, defaultModel: 'whisper-1', form: true, sound },
  transcriptions: transcriptionClient,
} satisfies ClientProtocol

/** OpenAI's audio translations, whose responses are those of transcriptions. */
export const openAiTranslations = {
  observer,
  meter: transcriptionMeter,
  endpoint: { path: '/v1/audio/translations', errors: openAiErrors, defaultModel: 'whisper-1', form: true, sound },
  transcriptions: translationClient,
} satisfies ClientProtocol
