import { kinds, listOf, members, noted, PLAIN_TEXT, textOr, UNKNOWN_TOOL, words } from '../common/input-size.ts'

const textBlock = members({ text: PLAIN_TEXT, 'type citations': 'text', cache_control: 'cache' })

/** https://docs.anthropic.com/en/api/messages; a document that is not text may have any number of pages. */
const imageSource = kinds('type', {
  base64: members({ type: 'text' }, { medium: { data: 'data', type: 'media_type' } }),
})

const imageBlock = members({ type: 'text', source: { object: imageSource }, cache_control: 'cache' })

const shown = { text: textBlock, image: imageBlock }

const documentSource = kinds('type', {
  base64: members({ type: 'text' }, { medium: { data: 'data', type: 'media_type' } }),
  text: members({ 'type media_type': 'text', data: PLAIN_TEXT }),
  content: members({ type: 'text', content: textOr(kinds('type', shown)) }),
})

const carried = {
  ...shown,
  document: members({
    'type title context citations': 'text',
    source: { object: documentSource },
    cache_control: 'cache',
  }),
  search_result: members({
    'type source title citations': 'text',
    content: listOf(textBlock),
    cache_control: 'cache',
  }),
  tool_reference: members({ 'type tool_name': 'text', cache_control: 'cache' }),
}

/** Results of the host's own tools stay unknown. */
const block = kinds('type', {
  ...carried,
  tool_use: members({ 'type id name input caller': 'text', cache_control: 'cache' }),
  tool_result: members({
    'type tool_use_id is_error': 'text',
    content: textOr(kinds('type', carried)),
    cache_control: 'cache',
  }),
  thinking: members({ 'type thinking signature': 'text' }),
  redacted_thinking: members({ 'type data': 'text' }),
})

const declared = members({
  [`type name description input_schema strict defer_loading allowed_callers input_examples eager_input_streaming
    display_width_px display_height_px display_number enable_zoom max_characters`]: 'text',
  cache_control: 'cache',
})

/** Tools the client runs are small: https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/overview */
const tool = kinds(
  'type',
  {
    custom: declared,
    'computer_20241022 computer_20250124 computer_20251124': declared,
    'bash_20241022 bash_20250124 memory_20250818': declared,
    'text_editor_20241022 text_editor_20250124 text_editor_20250429 text_editor_20250728': declared,
    'web_search_20250305 web_search_20260209': noted(['web_search', 'code_execution'], 'outside'),
    'web_fetch_20250910 web_fetch_20260209': noted('code_execution', 'outside'),
    'code_execution_20250522 code_execution_20250825 code_execution_20260120': noted('code_execution', 'outside'),
  },
  { usual: declared, others: UNKNOWN_TOOL },
)

/** Removing old content makes a context smaller; other edits by a host are unknown. */
const edit = kinds('type', {
  'clear_tool_uses_20250919 clear_thinking_20251015': 'text',
})

export const inputSize = members({
  messages: listOf(members({ role: words('user assistant system'), content: textOr(block) })),
  system: textOr(block),
  [`model max_tokens max_completion_tokens max_output_tokens n stream temperature top_p top_k stop_sequences metadata service_tier thinking speed inference_geo
    output_format tool_choice`]: 'text',
  output_config: 'text',
  // names for what the other members use
  'anthropic_version anthropic_beta': 'text',
  tools: noted('tools', listOf(tool)),
  context_management: { object: members({ edits: listOf(edit) }) },
  cache_control: 'cache',
  mcp_servers: { each: 'outside' },
  container: 'outside',
})
