import {
  type InputSize,
  kinds,
  listOf,
  type Members,
  type MemberTable,
  members,
  noted,
  PLAIN_TEXT,
  UNKNOWN_TOOL,
} from '../common/input-size.ts'

/** A medium as data costs its content; one behind an address may hold anything, so its address is unlisted. */
const medium = (more: string): Members =>
  members({ [`type ${more}`.trim()]: 'text' }, { medium: { data: 'data', type: 'mime_type' } })

const CONTENTS: MemberTable = {
  text: members({ text: PLAIN_TEXT, 'type annotations': 'text' }),
  image: medium('resolution'),
  audio: medium('channels sample_rate'),
  video: medium('resolution'),
  document: medium(''),
}

/** https://ai.google.dev/api/interactions-api */
const content = kinds('type', CONTENTS)

const contents: InputSize = { text: 'text', each: { object: content }, object: content }

/** Code that ran is in the text; results of Google's other tools are looked up again. */
const element = kinds('type', {
  ...CONTENTS,
  'user_input model_output': members({ type: 'text', content: contents }),
  thought: members({ 'type signature': 'text', summary: contents }),
  function_call: members({ 'type id name arguments': 'text' }),
  function_result: members({ 'type call_id name is_error': 'text', result: contentsOrAny() }),
  code_execution_call: members({ 'type id arguments signature': 'text' }),
  code_execution_result: members({ 'type call_id result is_error signature': 'text' }),
})

/** A result that is not a list of contents is sent as its text. */
function contentsOrAny(): InputSize {
  return { text: 'text', each: { text: 'text', object: content }, object: 'text', other: 'text' }
}

/** Tools the client runs are small; Google's may read anything. */
const tool = kinds(
  'type',
  {
    function: members({ 'type name description parameters': 'text' }),
    computer_use: members({
      'type environment excluded_predefined_functions disabled_safety_policies enable_prompt_injection_detection':
        'text',
    }),
    google_search: noted('web_search', 'outside'),
    google_maps: noted('google_maps', 'outside'),
    file_search: noted('file_search', 'outside'),
  },
  { others: UNKNOWN_TOOL },
)

const drawsOrSpeaks = noted('drawsOrSpeaks', 'text')

/** An entry of another type is a schema. */
const format = kinds('type', { 'image audio video': drawsOrSpeaks }, { usual: 'text', others: 'text' })

export const inputSize = members({
  input: { text: 'text', each: { object: element }, object: content },
  [`model stream store background system_instruction response_mime_type service_tier safety_settings labels
    webhook_config`]: 'text',
  generation_config: {
    object: members({
      [`temperature top_p seed stop_sequences max_output_tokens thinking_level thinking_summaries tool_choice
        speech_config image_config video_config transcription_config`]: 'text',
    }),
  },
  response_format: { each: { object: format }, object: format },
  response_modalities: drawsOrSpeaks,
  tools: noted('tools', listOf(tool)),
  'previous_interaction_id cached_content': 'outside',
})
