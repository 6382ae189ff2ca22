import {
  kinds,
  listOf,
  type Members,
  type MemberTable,
  members,
  noted,
  PLAIN_TEXT,
  textOr,
  UNKNOWN_TOOL,
  words,
} from '../common/input-size.ts'

const text = members({ text: PLAIN_TEXT, 'type annotations logprobs prompt_cache_breakpoint': 'text' })
const image = members({ 'type detail': 'text', image_url: 'image', file_id: 'outside' })

/** https://platform.openai.com/docs/api-reference/responses/create */
const part = kinds('type', {
  'input_text output_text text summary_text reasoning_text': text,
  refusal: members({ 'type refusal': 'text' }),
  'input_image computer_screenshot': image,
  input_file: members({ 'type filename detail': 'text', file_data: 'file', 'file_id file_url': 'outside' }),
  input_audio: members({
    type: 'text',
    input_audio: { object: members({}, { medium: { data: 'data', type: 'format', prefix: 'audio/' } }) },
  }),
})

const spoken = textOr(part)

/**
 * An item with its own content; an item with only an id refers to a stored one, because items are stored unless `store`
 * is false.
 */
const item = (carried: MemberTable, besides = ''): Members =>
  members(
    { ...carried, [`id type status ${besides}`.trim()]: 'text' },
    { keptUnless: { carried: new Set(Object.keys(carried)) } },
  )

const message = members(
  {
    role: words('system developer user assistant'),
    content: spoken,
    'id type status phase': 'text',
  },
  { keptUnless: { carried: new Set(['content']) } },
)

/** Sealed content counts by its own length; if it is stored, its id may count. */
const sealed = members(
  { 'id type status encrypted_content summary content created_by': 'text' },
  { keptUnless: { carried: new Set(['encrypted_content']), always: true } },
)

const output = { text: 'text', each: { text: 'text', object: part }, object: part } as const

const functionTool = members({
  'type name description parameters strict format defer_loading allowed_callers': 'text',
})

/**
 * Memory beyond the smallest counts as the largest, and so does a container named by its id. What code reads may be
 * anything.
 */
const container = members(
  { type: 'outside', memory_limit: noted('code_interpreter_64g', 'text'), 'file_ids network_policy skills': 'outside' },
  { required: ['type'] },
)

/** Tools the client runs are small; the host's may read anything. A tool search may be either's. */
const tool = kinds(
  'type',
  {
    'function custom': functionTool,
    'local_shell apply_patch': members({ type: 'text' }),
    'computer computer_use computer_use_preview': members({ 'type display_width display_height environment': 'text' }),
    namespace: members({
      'type name description': 'text',
      tools: listOf(kinds('type', { 'function custom': functionTool })),
    }),
    shell: members(
      {
        type: 'text',
        environment: {
          object: kinds('type', {
            local: members({ type: 'text', skills: { each: 'outside' } }),
            container_auto: noted('code_interpreter', container),
            container_reference: noted('code_interpreter_64g', 'outside'),
          }),
        },
      },
      { required: ['environment'] },
    ),
    tool_search: members(
      { 'type description parameters': 'text', execution: words('client') },
      { required: ['execution'] },
    ),
    'web_search web_search_preview web_search_2025_08_26 web_search_preview_2025_03_11': noted('web_search', 'outside'),
    file_search: noted('file_search', 'outside'),
    code_interpreter: noted(
      'code_interpreter',
      members(
        { type: 'text', container: { text: noted('code_interpreter_64g', 'outside'), object: container } },
        { required: ['container'] },
      ),
    ),
    image_generation: noted(['drawsOrSpeaks', 'image_generation_high'], 'outside'),
  },
  { others: UNKNOWN_TOOL },
)

const tools = noted('tools', listOf(tool))

/** For calls the host ran and for stored items, only the name is known. */
const inputItem = kinds(
  'type',
  {
    message,
    'reasoning compaction compaction_summary': sealed,
    function_call: item({ arguments: 'text' }, 'call_id name namespace created_by'),
    custom_tool_call: item({ input: 'text' }, 'call_id name namespace created_by'),
    'function_call_output custom_tool_call_output local_shell_call_output apply_patch_call_output': item(
      { output },
      'call_id created_by',
    ),
    shell_call_output: item({ output: 'text' }, 'call_id max_output_length created_by'),
    'local_shell_call shell_call': item({ action: 'text' }, 'call_id environment created_by'),
    apply_patch_call: item({ operation: 'text' }, 'call_id created_by'),
    computer_call: item({ action: 'text', actions: 'text' }, 'call_id pending_safety_checks created_by'),
    computer_call_output: item({ output: { object: part } }, 'call_id acknowledged_safety_checks created_by'),
    tool_search_call: item({ arguments: 'text' }, 'call_id execution created_by'),
    additional_tools: members({ 'id type role': 'text', tools }),
    tool_search_output: members({ 'id type status call_id': 'text', execution: words('client'), tools }),
  },
  { usual: message },
)

export const inputSize = members(
  {
    input: { text: 'text', each: { object: inputItem } },
    instructions: { text: 'text', each: { object: inputItem } },
    [`model stream stream_options store background include metadata client_metadata parallel_tool_calls max_output_tokens max_tokens max_completion_tokens n
    max_tool_calls temperature top_p top_logprobs text reasoning user safety_identifier prompt_cache_key
    prompt_cache_retention prompt_cache_options service_tier truncation`]: 'text',
    tools,
    tool_choice: 'text',
    modalities: noted('drawsOrSpeaks', 'text'),
    'previous_response_id conversation prompt': 'outside',
  },
  { keeps: 'store' },
)
