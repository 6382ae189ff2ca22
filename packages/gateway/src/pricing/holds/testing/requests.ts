import type { WireFormat } from '../../../protocols/index.ts'

export type Json = Record<string, unknown>

/** A small request of each format; tests add to it. */
export const CARRIED = {
  'openai-chat': { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
  'openai-completions': { model: 'm', prompt: 'Hello' },
  'openai-responses': { model: 'm', input: 'Hello' },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  'gemini-interactions': { model: 'm', input: 'Hello' },
  'openai-embeddings': { model: 'm', input: 'Hello' },
  rerank: { model: 'm', query: 'Hello', documents: ['a', 'b'] },
  'openai-moderations': { model: 'm', input: 'Hello' },
  'openai-image-generations': { model: 'm', prompt: 'Hello' },
  'openai-realtime': {},
} as const satisfies Partial<Record<WireFormat, Json>>

const chat = (...content: Json[]): Json => ({ messages: [{ role: 'user', content }] })
const responses = (...input: Json[]): Json => ({ input })
const shown = (...content: Json[]): Json => responses({ role: 'user', content })
const messages = (...content: Json[]): Json => ({ messages: [{ role: 'user', content }] })
const parts = (...given: Json[]): Json => ({ contents: [{ role: 'user', parts: given }] })
const interaction = (...input: Json[]): Json => ({ input })
const spoken = (...content: Json[]): Json => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content },
})
const tools = (...given: Json[]): Json => ({ tools: given })

const ADDRESS = 'https://example.com/a'
const PDF = 'data:application/pdf;base64,JVBERi0xLjc='
const PNG = Buffer.from('\x89PNG....', 'latin1').toString('base64')

/** Content that a request refers to but does not contain, or that is unknown. */
export const OUTSIDE: Partial<Record<WireFormat, readonly Json[]>> = {
  'openai-chat': [
    { data_sources: [{ type: 'azure_search' }] },
    { messages: [{ role: 'system', content: 'fileid://file-1' }] },
    { messages: [{ role: 'system', content: 'FILEID://file-1' }] },
    { enable_search: true },
    { messages: [{ role: 'cache', content: 'tag=a' }] },
    { plugins: [{ id: 'web' }] },
    { search_parameters: { mode: 'on' } },
    { chat_template: '{{ messages }}' },
    { chat_template_kwargs: { documents: ['a'] } },
    { prompt_embeds: 'AAAA' },
    { extra_body: { enable_search: true } },
    { web_search_options: {} },
    { nobody_knows: 1 },
    { Messages: [{ role: 'user', content: 'Hello' }] },
    { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] },
    { messages: [{ role: 'assistant', content: 'a', annotations: [{ type: 'file', file: { hash: 'h' } }] }] },
    { messages: [{ role: 'user', content: 'a', nobody_knows: 'b' }] },
    { messages: [{ role: 'user', content: { text: 'a' } }] },
    chat({ type: 'image_url', image_url: { url: ADDRESS } }),
    chat({ type: 'image_url', image_url: 'gs://bucket/a' }),
    chat({ type: 'image_url', image_url: { url: 'HTTPS://example.com/a' } }),
    chat({ type: 'video_url', video_url: { url: ADDRESS } }),
    chat({ type: 'document_url', document_url: ADDRESS }),
    chat({ type: 'input_audio', input_audio: { data: ADDRESS, format: 'mp3' } }),
    chat({ type: 'file', file: { file_id: 'file-1' } }),
    chat({ type: 'file', file: { file_data: ADDRESS } }),
    chat({ type: 'file', file: { file_data: PDF } }),
    chat({ type: 'nobody_knows', text: 'a' }),
    chat({ type: 'text', text: 'a', file_id: 'b' }),
    chat({ type: 'text', text: [ADDRESS] }),
    chat({ type: 'text', text: { url: ADDRESS } }),
    chat({ text: 'a' }),
    tools({ type: 'retrieval', retrieval: { knowledge_id: 'k' } }),
    tools({ type: 'web_search', web_search: { enable: true } }),
    tools({ type: 'builtin_function', function: { name: '$web_search' } }),
    tools({ googleSearch: {} }),
  ],
  'openai-completions': [
    { prompt_embeds: 'AAAA' },
    { nobody_knows: 1 },
    { prompt: { file_id: 'f' } },
    { prompt: [{ prompt: 'a' }] },
    { suffix: { file_id: 'f' } },
  ],
  'openai-responses': [
    { previous_response_id: 'r' },
    { conversation: 'c' },
    { prompt: { id: 'p' } },
    { nobody_knows: 1 },
    responses({ type: 'item_reference', id: 'msg_1' }),
    responses({ id: 'msg_1' }),
    responses({ type: 'message', id: 'msg_1' }),
    responses({ type: 'message', id: 'msg_1', role: 'user', content: [] }),
    responses({ type: 'reasoning', id: 'rs_1', summary: [] }),
    responses({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'a' }),
    responses({ type: 'compaction', id: 'cmp_1' }),
    responses({ type: 'function_call', id: 'fc_1' }),
    responses({ type: 'web_search_call', id: 'ws_1' }),
    responses({ type: 'mcp_list_tools', id: 'mcpl_1' }),
    responses({ type: 'nobody_knows' }),
    shown({ type: 'input_file', file_id: 'f' }),
    shown({ type: 'input_file', file_url: ADDRESS }),
    shown({ type: 'input_file', file_data: PDF }),
    shown({ type: 'input_image', file_id: 'f' }),
    shown({ type: 'input_image', image_url: ADDRESS }),
    ...[
      'web_search',
      'web_search_2031_01_01',
      'file_search',
      'code_interpreter',
      'mcp',
      'image_generation',
      'shell',
      'x_search',
      'collections_search',
      'nobody_knows',
    ].map(type => tools({ type })),
    tools({ type: 'shell', environment: { type: 'container_auto' } }),
    tools({ type: 'tool_search' }),
    ...['web_search', 'mcp', 'nobody_knows'].map(type => tools({ type: 'namespace', name: 'n', tools: [{ type }] })),
  ],
  'anthropic-messages': [
    { container: 'c' },
    { mcp_servers: [{ url: ADDRESS }] },
    { nobody_knows: 1 },
    { context_management: { edits: [{ type: 'compact_20260112' }] } },
    messages({ type: 'image', source: { type: 'url', url: ADDRESS } }),
    messages({ type: 'image', source: { type: 'url', url: 'HTTPS://example.com/a' } }),
    messages({ type: 'image', source: { type: 'file', file_id: 'f' } }),
    messages({ type: 'document', source: { type: 'url', url: ADDRESS } }),
    messages({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' } }),
    messages({ type: 'container_upload', file_id: 'f' }),
    messages({ type: 'tool_result', tool_use_id: 't', content: [{ type: 'document', source: { type: 'file' } }] }),
    ...['web_search_20250305', 'web_fetch_20250910', 'code_execution_20250522', 'advisor', 'mcp_toolset'].map(type =>
      tools({ type, name: 'n' }),
    ),
  ],
  gemini: [
    { cachedContent: 'c' },
    { cached_content: 'c' },
    { nobodyKnows: 1 },
    parts({ fileData: { fileUri: 'gs://bucket/a', mimeType: 'image/png' } }),
    parts({ file_data: { file_uri: ADDRESS } }),
    parts({ inlineData: { mimeType: 'application/pdf', data: 'JVBERi0xLjc=' } }),
    parts({ inlineData: { mimeType: 'video/mp4', data: 'AAAAIGZ0eXBpc29t' } }),
    ...[
      'googleSearch',
      'google_search',
      'googleSearchRetrieval',
      'enterpriseWebSearch',
      'retrieval',
      'googleMaps',
      'fileSearch',
      'urlContext',
      'codeExecution',
      'nobodyKnows',
    ].map(name => tools({ [name]: {} })),
  ],
  'gemini-interactions': [
    { previous_interaction_id: 'i' },
    { cached_content: 'cachedContents/c' },
    { continuation_token: 't' },
    { agent: 'deep-research' },
    { environment: 'e' },
    { nobody_knows: 1 },
    { Input: 'Hello' },
    interaction({ type: 'image', uri: ADDRESS, mime_type: 'image/png' }),
    interaction({ type: 'document', uri: 'gs://bucket/a' }),
    interaction({ type: 'document', data: 'JVBERi0xLjc=', mime_type: 'application/pdf' }),
    interaction({ type: 'video', data: 'AAAAIGZ0eXBpc29t', mime_type: 'video/mp4' }),
    interaction({ type: 'video', data: 'AAAA', mime_type: 'video/mp4', processing: 'agentic' }),
    interaction({ type: 'user_input', content: [{ type: 'image', uri: ADDRESS }] }),
    interaction({ type: 'user_input', content: [{ type: 'document', uri: 'gs://bucket/a' }] }),
    interaction({ type: 'user_input', content: [{ type: 'video', data: 'AAAAIGZ0eXBpc29t', mime_type: 'video/mp4' }] }),
    interaction({ type: 'user_input', content: [{ type: 'nobody_knows' }] }),
    interaction({ type: 'user_input', content: [{ type: 'text', text: 'a', nobody_knows: 'b' }] }),
    interaction({ type: 'function_result', call_id: 'c', result: [{ type: 'image', uri: ADDRESS }] }),
    interaction({ type: 'google_search_result', call_id: 'c', result: [] }),
    interaction({ type: 'nobody_knows' }),
    interaction({ text: 'a' }),
    { generation_config: { nobody_knows: 1 } },
    ...[
      'google_search',
      'google_maps',
      'url_context',
      'file_search',
      'retrieval',
      'code_execution',
      'mcp_server',
      'nobody_knows',
    ].map(type => tools({ type })),
    tools({ type: 'function', name: 'f', nobody_knows: 1 }),
  ],
  'openai-embeddings': [
    { input: [{ image: ADDRESS }] },
    { input: [{ url: ADDRESS }] },
    { input: [ADDRESS] },
    { input: 'HTTPS://example.com/a' },
    { input: [{ text: ADDRESS }] },
    { nobody_knows: 1 },
  ],
  rerank: [
    { documents: [{ image: ADDRESS }] },
    { documents: [ADDRESS] },
    { query: { image: ADDRESS } },
    { nobody_knows: 1 },
  ],
  'openai-moderations': [{ input: [{ type: 'image_url', image_url: { url: ADDRESS } }] }],
  'openai-image-generations': [{ image: ADDRESS }, { nobody_knows: 1 }],
  'openai-realtime': [
    { type: 'session.update', session: { prompt: { id: 'p' } } },
    { type: 'session.update', session: { tools: [{ type: 'mcp' }] } },
    { type: 'conversation.item.create', item: { type: 'mcp_list_tools' } },
    ...[
      { type: 'input_image', image_url: ADDRESS },
      { type: 'input_image', image_url: 'data:application/pdf;base64,JVBERi0xLjc=' },
      { type: 'input_file', file_id: 'f' },
      { type: 'input_text', text: 'a', nobody_knows: 1 },
    ].map(part => spoken(part)),
    { type: 'response.create', response: { prompt: { id: 'p' } } },
    { type: 'nobody.knows', things: [1] },
  ],
  dify: [{ query: 'Hello' }],
}

/** Content that costs its own text, or little more. */
export const SMALL: Partial<Record<WireFormat, readonly Json[]>> = {
  'openai-chat': [
    {},
    { enable_search: false, plugins: [], data_sources: null },
    { temperature: 1, n: 1, stop: ['a'], metadata: { file_id: 'f' }, response_format: { type: 'json_object' } },
    { chat_template_kwargs: { enable_thinking: false } },
    { messages: [{ role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function' }] }] },
    { messages: [{ role: 'user', content: 'https://example.com/a' }] },
    {
      messages: [
        { role: 'assistant', content: 'a', annotations: [{ type: 'url_citation', url_citation: { url: 'u' } }] },
      ],
    },
    { messages: [{ role: 'assistant', content: 'a', annotations: [] }] },
    chat({ type: 'text', text: '"file_id": "f"' }),
    tools({ type: 'function', function: { name: 'f', parameters: { properties: { file_id: { type: 'string' } } } } }),
    tools({ type: 'custom', custom: { name: 'c' } }),
  ],
  'openai-responses': [
    {},
    { previous_response_id: null },
    responses({ type: 'reasoning', summary: [], encrypted_content: 'abc' }),
    { store: false, ...responses({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'abc' }) },
    responses({ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }),
    responses({ type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' }),
    responses({ type: 'function_call_output', call_id: 'c', output: 'a' }),
    ...['local_shell', 'apply_patch', 'computer_use_preview'].map(type => tools({ type })),
    tools({ type: 'function', name: 'f', parameters: {} }, { type: 'custom', name: 'c' }),
    tools({ type: 'shell', environment: { type: 'local' } }),
    tools({ type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'f' }] }),
    tools({ type: 'tool_search', execution: 'client', parameters: {} }),
  ],
  'anthropic-messages': [
    {},
    {
      system: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      metadata: { user_id: 'u' },
    },
    { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] }, mcp_servers: [] },
    tools({ name: 'n', input_schema: {} }, { type: 'bash_20250124', name: 'bash' }),
    tools({ type: 'text_editor_20250728', name: 'e' }, { type: 'computer_20251124', name: 'computer' }),
    messages({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } }),
    messages({ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'a' }] }),
  ],
  gemini: [
    {},
    tools({ functionDeclarations: [{ name: 'f' }] }, { computerUse: { environment: 'ENVIRONMENT_BROWSER' } }),
    { generation_config: { max_output_tokens: 9 }, system_instruction: { parts: [{ text: 'a' }] } },
    parts({ functionResponse: { name: 'f', response: { googleSearch: {} } } }),
  ],
  'gemini-interactions': [
    {},
    { previous_interaction_id: null, background: false, cached_content: '' },
    { system_instruction: 'a', labels: { a: 'b' }, store: true, generation_config: { max_output_tokens: 9 } },
    { response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' } } },
    { response_format: { type: 'object', properties: {} } },
    interaction({ type: 'text', text: 'a' }),
    interaction({ type: 'user_input', content: [{ type: 'text', text: 'https://example.com/a' }] }),
    interaction({ type: 'thought', signature: 'abc', summary: [{ type: 'text', text: 'a' }] }),
    interaction({ type: 'model_output', content: [{ type: 'text', text: 'a', annotations: [] }] }),
    interaction({ type: 'function_call', id: 'c', name: 'f', arguments: { uri: 'b' } }),
    interaction({ type: 'function_result', call_id: 'c', name: 'f', result: 'a' }),
    interaction({ type: 'function_result', call_id: 'c', result: { uri: 'b' } }),
    interaction({ type: 'function_result', call_id: 'c', result: [{ type: 'text', text: 'a' }] }),
    interaction({ type: 'code_execution_call', id: 'c', arguments: { code: '1' } }),
    tools({ type: 'function', name: 'f', parameters: {} }, { type: 'computer_use', environment: 'browser' }),
  ],
  'openai-realtime': [
    {
      type: 'session.update',
      session: { tools: [{ type: 'function', name: 'f' }], audio: { output: { voice: 'a' } } },
    },
    { type: 'response.create', response: { input: [{ type: 'item_reference', id: 'i' }] } },
  ],
  'openai-embeddings': [{}, { input: [1, 2, 3] }, { input: [[1, 2], [3]] }, { input: ['see https://example.com/a'] }],
  rerank: [{}, { documents: [{ text: 'a' }], top_n: 1 }],
  'openai-image-generations': [{ size: '1024x1024', n: 2 }],
}

/** Conversations by format: how to build one from parts, and parts that contain their content. */
export const CONVERSED = {
  'openai-chat': {
    of: chat,
    carried: [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'é"\\\n/\u2028😀'.repeat(20) },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
      { type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,aGVsbG8gd29ybGQ=' } },
    ],
  },
  'openai-responses': {
    of: shown,
    carried: [
      { type: 'input_text', text: 'Hello' },
      { type: 'input_text', text: 'é"\\\n/\u2028😀'.repeat(20) },
      { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
      { type: 'input_file', filename: 'a.txt', file_data: 'data:text/plain;base64,aGVsbG8gd29ybGQ=' },
    ],
  },
  'anthropic-messages': {
    of: messages,
    carried: [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'é"\\\n/\u2028😀'.repeat(20) },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hello world' } },
    ],
  },
  gemini: {
    of: parts,
    carried: [
      { text: 'Hello' },
      { text: 'é"\\\n/\u2028😀'.repeat(20) },
      { inlineData: { mimeType: 'image/png', data: PNG } },
      { inline_data: { mime_type: 'text/plain', data: 'aGVsbG8gd29ybGQ=' } },
    ],
  },
  'gemini-interactions': {
    of: interaction,
    carried: [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'é"\\\n/\u2028😀'.repeat(20) },
      { type: 'image', data: PNG, mime_type: 'image/png' },
      { type: 'document', data: 'aGVsbG8gd29ybGQ=', mime_type: 'text/plain' },
    ],
  },
  'openai-realtime': {
    of: spoken,
    carried: [
      { type: 'input_text', text: 'Hello' },
      { type: 'input_text', text: 'é"\\\n/\u2028😀'.repeat(20) },
      { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
    ],
  },
} as const satisfies Partial<Record<WireFormat, { of: (...parts: Json[]) => Json; carried: readonly Json[] }>>

/** The parts of a conversation that `OUTSIDE` lists. */
export function referencesIn(format: keyof typeof CONVERSED): Json[] {
  const turns = (OUTSIDE[format] ?? []).flatMap(({ messages, input, contents, item }) =>
    [messages, input, contents, item && [item]].flatMap(list => (Array.isArray(list) ? (list as Json[]) : [])),
  )
  return turns.flatMap(turn => {
    const lists = [turn.content, turn.parts].filter(Array.isArray)
    // Interactions has contents without a turn around them.
    return lists.length > 0 ? (lists.flat() as Json[]) : [turn]
  })
}
