import type { JsonObject } from '../../raw/json.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')

const TOOL = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a place',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
}

const text = (said: string): JsonObject => ({ type: 'text', text: said })
const said = (...content: JsonObject[]): JsonObject => ({ type: 'user_input', content })

/**
 * Requests of Interactions clients, one of each kind in their documentation.
 * https://ai.google.dev/gemini-api/docs/interactions
 */
export const interactionRequests: Readonly<Record<string, JsonObject>> = {
  'a plain text': { input: 'Hi' },
  'a content': { input: text('Hi') },
  'contents, with a picture': { input: [text('What is this?'), { type: 'image', data: PNG, mime_type: 'image/png' }] },
  'media by address': {
    input: [
      text('Compare'),
      { type: 'image', uri: 'https://example.com/a.png', mime_type: 'image/png' },
      { type: 'document', uri: 'https://example.com/a.pdf', mime_type: 'application/pdf' },
    ],
  },
  'a system instruction and every setting': {
    input: 'Hi',
    stream: true,
    system_instruction: 'Be brief.',
    service_tier: 'flex',
    generation_config: {
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      stop_sequences: ['END'],
      max_output_tokens: 4096,
      thinking_level: 'low',
      thinking_summaries: 'auto',
    },
  },
  'a tool loop': {
    tools: [TOOL],
    input: [
      said(text('Is it warm in Oslo?')),
      { type: 'thought', signature: 'c2lnbmVk', summary: [text('I look it up.')] },
      { type: 'model_output', content: [text('One moment.')] },
      { type: 'thought', signature: 'Y2FsbA==' },
      { type: 'function_call', id: 'call_1', name: 'get_weather', arguments: { place: 'Oslo' } },
      { type: 'function_call', id: 'call_2', name: 'get_weather', arguments: {} },
      { type: 'function_result', call_id: 'call_1', name: 'get_weather', result: '12 degrees' },
      { type: 'function_result', call_id: 'call_2', result: { error: 'no place' }, is_error: true },
    ],
  },
  'a result of several contents': {
    tools: [TOOL],
    input: [
      said(text('Show me Oslo')),
      { type: 'function_call', id: 'call_1', name: 'get_weather', arguments: { place: 'Oslo' } },
      {
        type: 'function_result',
        call_id: 'call_1',
        result: [text('Sunny'), { type: 'image', data: PNG, mime_type: 'image/png' }],
      },
    ],
  },
  'a tool that must be called': {
    tools: [TOOL, { ...TOOL, name: 'get_time' }],
    input: 'When?',
    generation_config: { tool_choice: { allowed_tools: { mode: 'any', tools: ['get_time'] } } },
  },
  'any tool': { tools: [TOOL], input: 'When?', generation_config: { tool_choice: 'any' } },
  'a search beside a function': { tools: [TOOL, { type: 'google_search' }], input: 'When?' },
  'code and addresses': { tools: [TOOL, { type: 'code_execution' }, { type: 'url_context' }], input: 'Sum it up' },
  'a schema': {
    input: 'Hi',
    response_format: {
      type: 'text',
      mime_type: 'application/json',
      schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    },
  },
  'any JSON': { input: 'Hi', response_format: [{ type: 'text', mime_type: 'application/json' }] },
  'the older form of a schema': {
    input: 'Hi',
    response_mime_type: 'application/json',
    response_format: { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: false },
  },
  'a picture': {
    input: 'Draw a cat',
    response_format: [{ type: 'text' }, { type: 'image', aspect_ratio: '16:9', mime_type: 'image/jpeg' }],
  },
  'members that no other dialect knows': {
    input: [{ type: 'image', data: PNG, mime_type: 'image/png', resolution: 'high' }],
    labels: { team: 'a' },
    safety_settings: [{ type: 'harassment', threshold: 'block_none' }],
    generation_config: { speech_config: [{ voice: 'Kore' }] },
    webhook_config: { uris: ['https://example.com/hook'] },
  },
}
