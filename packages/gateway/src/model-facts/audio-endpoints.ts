import type { AudioEndpoint } from '@tollgate/contract'

/** https://platform.openai.com/docs/guides/text-to-speech, …/guides/speech-to-text; hosts serve Whisper as OpenAI does. */
const ENDPOINTS: readonly (readonly [endpoint: AudioEndpoint, models: RegExp])[] = [
  ['speech', /^(openai\/)?(tts-1(-hd)?(-1106)?|gpt-4o-mini-tts(-\d{4}-\d{2}-\d{2})?)$/],
  ['transcriptions', /^(openai\/)?gpt-4o-(mini-)?transcribe(-diarize)?(-\d{4}-\d{2}-\d{2})?$/],
  ['transcriptions', /^([\w-]{1,40}\/)?(distil-)?whisper-(1|large)(-v\d)?(-turbo|-en)?$/],
]

/** Returns where the maker of a model that only speaks or transcribes offers it; null: unknown. */
export function audioEndpointOf(model: string): AudioEndpoint | null {
  const name = model.toLowerCase()
  return ENDPOINTS.find(([, models]) => models.test(name))?.[0] ?? null
}
