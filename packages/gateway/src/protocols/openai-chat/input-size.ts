import { kinds, listOf, members, noted, PLAIN_TEXT, textOr, UNKNOWN_TOOL, words } from '../common/input-size.ts'

const text = members({ text: PLAIN_TEXT, 'type prompt_cache_breakpoint': 'text', cache_control: 'cache' })

const IMAGE_ADDRESS = { text: 'image', object: members({ url: 'image', 'detail format': 'text' }) } as const

/** https://platform.openai.com/docs/api-reference/chat/create; video, addresses of documents and the like are not small. */
export const chatPart = kinds('type', {
  'text input_text output_text': text,
  refusal: members({ 'type refusal': 'text' }),
  thinking: members({ type: 'text', thinking: textOr(text), 'closed signature': 'text' }),
  image_url: members({ type: 'text', image_url: IMAGE_ADDRESS, cache_control: 'cache' }),
  input_audio: members({
    type: 'text',
    input_audio: { object: members({}, { medium: { data: 'data', type: 'format', prefix: 'audio/' } }) },
    cache_control: 'cache',
  }),
  file: members({
    type: 'text',
    file: { object: members({ filename: 'text', file_data: 'file' }) },
    cache_control: 'cache',
  }),
})

/** A host may also take back a file that it has read, with its images. https://openrouter.ai/docs/features/multimodal/pdfs */
const citation = kinds('type', { url_citation: 'text' })

const message = members({
  role: words('system developer user assistant tool function'),
  content: textOr(chatPart),
  refusal: 'text',
  'name tool_call_id prefix partial': 'text',
  'tool_calls function_call': 'text',
  'reasoning reasoning_content reasoning_details': 'text',
  annotations: listOf(citation),
  extra_content: { object: members({ google: { object: members({ thought_signature: 'text' }) } }) },
  cache_control: 'cache',
})

/** The client runs these tools. */
const tool = kinds(
  'type',
  {
    function: members({ 'type function': 'text', cache_control: 'cache' }),
    custom: members({ 'type custom': 'text' }),
    'file_search retrieval': noted('file_search', 'outside'),
    'web_search web_search_preview': noted('web_search', 'outside'),
  },
  { usual: members({ function: 'text', cache_control: 'cache' }), others: UNKNOWN_TOOL },
)

/** Sampling parameters of OpenAI and of hosts that take its requests. None adds to the model's input. */
export const SAMPLING = `temperature top_p top_k top_a min_p typical_p n best_of stop seed random_seed logit_bias logprobs
  top_logprobs frequency_penalty presence_penalty repetition_penalty length_penalty max_tokens max_completion_tokens max_output_tokens
  min_tokens stop_token_ids skip_special_tokens ignore_eos include_stop_str_in_output do_sample`

/** Parameters for the host, not the model. */
export const HOUSEKEEPING = `model stream stream_options user user_id request_id metadata store service_tier
  safety_identifier prompt_cache_key prompt_cache_retention prompt_cache_options usage`

/** Names of models and hosts, which are sent only if the channel allows them. */
const CHOICES = 'models fallbacks provider route'

/** Formats an answer must have, read by the model or enforced by the host. */
const FORMS =
  'response_format guided_json guided_regex guided_choice guided_grammar guided_decoding_backend structured_outputs'

const THINKING = `reasoning_effort reasoning thinking enable_thinking thinking_budget preserve_thinking include_reasoning
  separate_reasoning reasoning_split reasoning_format verbosity prompt_mode`

export const inputSize = members({
  messages: listOf(message),
  [SAMPLING]: 'text',
  [HOUSEKEEPING]: 'text',
  [CHOICES]: 'text',
  [FORMS]: 'text',
  [THINKING]: 'text',
  tools: noted('tools', listOf(tool)),
  functions: noted('tools', 'text'),
  'tool_choice function_call parallel_tool_calls tool_stream audio': 'text',
  modalities: noted('drawsOrSpeaks', 'text'),
  prediction: { object: members({ type: words('content'), content: textOr(text) }) },
  chat_template_kwargs: { object: members({ 'enable_thinking thinking preserve_thinking clear_thinking': 'text' }) },
  'add_generation_prompt continue_final_message safe_prompt incremental_output result_format': 'text',
  web_search_options: noted('web_search', 'outside'),
  cache_control: 'cache',
})
