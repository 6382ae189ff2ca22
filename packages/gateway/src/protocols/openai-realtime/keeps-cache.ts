import { type JsonObject, objectOrEmpty } from '../../raw/json.ts'

const words = (list: string) => new Set(list.trim().split(/\s+/))

const ADDS = words('input_audio_buffer.append input_audio_buffer.commit input_audio_buffer.clear response.cancel')
/** Settings that stand nowhere in the prompt. */
const HARMLESS =
  words(`type model turn_detection audio input_audio_format output_audio_format input_audio_transcription voice
  input_audio_noise_reduction speed temperature max_output_tokens max_response_output_tokens tracing include metadata
  modalities output_modalities conversation`)

/**
 * Whether the prompt goes on beginning as before, so that what an upstream has cached of it stays cached. What is not known to
 * leave the beginning alone counts as changing it.
 */
export function keepsCache(type: string, { previous_item_id: place, response }: JsonObject, said: JsonObject): boolean {
  if (ADDS.has(type)) return true
  if (type === 'conversation.item.create') return place == null
  if (type === 'response.create') return isHarmless(objectOrEmpty(response))
  return type.endsWith('session.update') && isHarmless(said)
}

const isHarmless = (settings: JsonObject): boolean =>
  Object.entries(settings).every(([name, value]) => value == null || HARMLESS.has(name))
