import type { Format } from '../../observers/index.ts'
import { imageMeter, predictMeter } from './images.ts'
import { liveMeter } from './live.ts'
import type { Meter } from './meter.ts'
import { speechMeter } from './speech.ts'
import { rerankMeter, textMeter, unansweredMeter } from './text.ts'
import { transcriptionMeter } from './transcription.ts'

export type { Meter, MeteredCall } from './meter.ts'

/** How each wire format's calls are measured. */
export const meters: Readonly<Record<Format, Meter>> = {
  'openai-chat': textMeter,
  'openai-completions': textMeter,
  'openai-responses': textMeter,
  'anthropic-messages': textMeter,
  gemini: textMeter,
  'openai-embeddings': unansweredMeter,
  'openai-moderations': unansweredMeter,
  'anthropic-count-tokens': unansweredMeter,
  'gemini-count-tokens': unansweredMeter,
  'gemini-embed-content': unansweredMeter,
  'gemini-batch-embed-contents': unansweredMeter,
  rerank: rerankMeter,
  'openai-image-generations': imageMeter,
  'openai-image-edits': imageMeter,
  'gemini-predict': predictMeter,
  'openai-speech': speechMeter,
  'openai-transcriptions': transcriptionMeter,
  'openai-translations': transcriptionMeter,
  'openai-realtime': liveMeter,
}
