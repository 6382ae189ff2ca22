import { type InputSize, kinds, listOf, members, noted, PLAIN_TEXT, words } from '../common/input-size.ts'

/** References to items stay within the session, whose items are counted. */
const item = kinds('type', {
  message: members({
    'id object type status': 'text',
    role: words('system user assistant'),
    content: listOf(
      kinds('type', {
        'input_text output_text text input_audio output_audio audio': members({
          type: 'text',
          'text audio transcript': PLAIN_TEXT,
        }),
        input_image: members({ 'type detail': 'text', image_url: 'image' }),
      }),
    ),
  }),
  'function_call function_call_output': members({ 'id object type status call_id name arguments output': 'text' }),
  item_reference: members({ 'id type': 'text' }),
})

const settings: Record<string, InputSize> = {
  [`type object id model instructions modalities output_modalities voice speed input_audio_format output_audio_format
    input_audio_transcription input_audio_noise_reduction turn_detection tool_choice temperature max_output_tokens
    max_response_output_tokens include tracing truncation audio expires_at client_secret`]: 'text',
  tools: noted('tools', listOf(kinds('type', { function: 'text' }))),
  prompt: 'outside',
}

/** Messages of a live session. https://platform.openai.com/docs/api-reference/realtime-client-events */
export const inputSize = members({
  'type event_id previous_item_id item_id response_id content_index audio_end_ms audio': 'text',
  item: { object: item },
  session: { object: members(settings) },
  response: { object: members({ ...settings, 'conversation metadata': 'text', input: listOf(item) }) },
})
