import { describe, expect, test } from 'bun:test'
import { PLAYGROUND_FORMATS, type PlaygroundFormat } from '@tollgate/contract'
import fc from 'fast-check'
import { addDelta, type CallPlaces } from '../conversation/add-delta.ts'
import { sentMessages } from '../conversation/request-of.ts'
import type { AssistantMessage, Message } from '../conversation/types.ts'
import { PARAMETER_NAMES, PARAMETERS } from '../parameters.ts'
import type { ModelRequest } from './format.ts'
import { formats } from './index.ts'
import type { Json, JsonObject } from './json.ts'

const ANSWER: AssistantMessage = {
  id: 'answer-1',
  parent: null,
  role: 'assistant',
  model: 'm',
  group: '',
  format: 'openai-chat',
  text: '',
  reasoning: '',
  images: [],
  toolCalls: [],
  state: 'streaming',
  usage: {},
  startedAt: 0,
}

/** The answer that a stream of events builds up. */
function read(format: PlaygroundFormat, events: JsonObject[]) {
  const places: CallPlaces = new Map()
  const deltas = events.flatMap(event => formats[format].readEvent(event))
  return essence(deltas.reduce((answer, delta) => addDelta(answer, delta, places), ANSWER))
}

function readWhole(format: PlaygroundFormat, answer: JsonObject) {
  const places: CallPlaces = new Map()
  return essence(formats[format].readWhole(answer).reduce((made, delta) => addDelta(made, delta, places), ANSWER))
}

const essence = ({ text, reasoning, toolCalls, usage, finish, error, signature }: AssistantMessage) => ({
  text,
  reasoning,
  usage,
  calls: toolCalls.map(call => [call.id, call.name, JSON.parse(call.arguments || '{}'), call.signature]),
  finish,
  error,
  signature,
})

const MADE = {
  text: 'It rains.',
  reasoning: 'Let me look.',
  calls: [
    ['c1', 'weather', { city: 'Oslo' }, undefined],
    ['c2', 'weather', { city: 'Rome' }, undefined],
  ],
}
const chat = (delta: JsonObject, more: JsonObject = {}): JsonObject => ({ choices: [{ index: 0, delta, ...more }] })

/** The same answer streamed and whole in each format, with the format's own usage and ending. */
const answers: Record<PlaygroundFormat, { events: JsonObject[]; whole: JsonObject; made: object }> = {
  'openai-chat': {
    events: [
      chat({ role: 'assistant', content: '' }),
      chat({ reasoning_content: 'Let me ' }),
      chat({ reasoning_content: 'look.' }),
      chat({ content: 'It ' }),
      chat({ content: 'rains.' }),
      chat({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'weather', arguments: '' } }] }),
      chat({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
      chat({ tool_calls: [{ index: 1, id: 'c2', function: { name: 'weather', arguments: '{"city":"Rome"}' } }] }),
      chat({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
      chat({}, { finish_reason: 'tool_calls' }),
      { choices: [], usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } } },
    ],
    whole: {
      choices: [
        {
          message: {
            content: 'It rains.',
            reasoning: 'Let me look.',
            tool_calls: [
              { id: 'c1', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
              { id: 'c2', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } },
    },
    made: { ...MADE, finish: 'tool_calls', usage: { input: 9, output: 4, cached: 3, reasoning: 0 } },
  },
  'openai-responses': {
    events: [
      { type: 'response.created', response: { status: 'in_progress' } },
      { type: 'response.reasoning_summary_text.delta', delta: 'Let me look.' },
      { type: 'response.output_text.delta', delta: 'It ' },
      { type: 'response.output_text.delta', delta: 'rains.' },
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"city":' },
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '"Oslo"}' },
      {
        type: 'response.output_item.added',
        output_index: 3,
        item: { type: 'function_call', call_id: 'c2', name: 'weather', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 3, delta: '{"city":"Rome"}' },
      { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: 9, output_tokens: 4 } } },
    ],
    whole: {
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me look.' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'It rains.' }] },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
        { type: 'function_call', call_id: 'c2', name: 'weather', arguments: '{"city":"Rome"}' },
      ],
      usage: { input_tokens: 9, output_tokens: 4 },
    },
    made: { ...MADE, finish: 'completed', usage: { input: 9, output: 4, cached: 0, reasoning: 0 } },
  },
  'anthropic-messages': {
    events: [
      { type: 'message_start', message: { usage: { input_tokens: 6, cache_read_input_tokens: 3, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me look.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'proof' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'It rains.' } },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'c1', name: 'weather', input: {} },
      },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"Oslo"}' } },
      {
        type: 'content_block_start',
        index: 3,
        content_block: { type: 'tool_use', id: 'c2', name: 'weather', input: {} },
      },
      { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"city":"Rome"}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4 } },
      { type: 'message_stop' },
    ],
    whole: {
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Let me look.', signature: 'proof' },
        { type: 'text', text: 'It rains.' },
        { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
        { type: 'tool_use', id: 'c2', name: 'weather', input: { city: 'Rome' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 6, cache_read_input_tokens: 3, output_tokens: 4 },
    },
    made: { ...MADE, finish: 'tool_use', signature: 'proof', usage: { input: 9, cached: 3, output: 4 } },
  },
  gemini: {
    events: [
      { candidates: [{ content: { parts: [{ text: 'Let me look.', thought: true }] } }] },
      { candidates: [{ content: { parts: [{ text: 'It ' }] } }] },
      {
        candidates: [
          {
            content: {
              parts: [
                { text: 'rains.' },
                { functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'proof' },
                { functionCall: { id: 'c2', name: 'weather', args: { city: 'Rome' } } },
              ],
            },
            finishReason: 'STOP',
          },
        ],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 1 },
      },
    ],
    whole: {
      candidates: [
        {
          content: {
            parts: [
              { text: 'Let me look.', thought: true },
              { text: 'It rains.' },
              { functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'proof' },
              { functionCall: { id: 'c2', name: 'weather', args: { city: 'Rome' } } },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, thoughtsTokenCount: 1 },
    },
    made: {
      ...MADE,
      calls: [['c1', 'weather', { city: 'Oslo' }, 'proof'], MADE.calls[1]],
      finish: 'STOP',
      usage: { input: 9, output: 4, cached: 0, reasoning: 1 },
    },
  },
}

const ENDED = { error: undefined, signature: undefined }

describe.each([...PLAYGROUND_FORMATS])('%s', format => {
  test('parses a stream and a whole answer to the same result', () => {
    const { events, whole, made } = answers[format]
    expect(read(format, events)).toEqual({ ...ENDED, ...made } as ReturnType<typeof read>)
    expect(readWhole(format, whole)).toEqual({ ...ENDED, ...made } as ReturnType<typeof read>)
  })

  test('reads an error within a stream', () => {
    const message = 'The model is overloaded'
    const event = { type: 'error', error: { message, type: 'overloaded_error' } }
    expect(read(format, [event]).error).toBe(message)
  })

  test('accepts anything a host may send without throwing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), event => {
        const object = event as JsonObject
        formats[format].readEvent(object)
        formats[format].readWhole(object)
      }),
      { seed: 7, numRuns: 300 },
    )
    for (const event of answers[format].events)
      for (const value of [null, 1, 'x', [], {}] as Json[])
        for (const name of Object.keys(event)) formats[format].readEvent({ ...event, [name]: value })
  })

  test('writes the parameters it supports, and no others', () => {
    const parameters = Object.fromEntries(PARAMETER_NAMES.map(name => [name, PARAMETERS[name].initial || 'END']))
    const { takes, write } = formats[format]
    const nothing = JSON.stringify(write(request({ parameters: {} })).body)
    for (const name of PARAMETER_NAMES) {
      const { body } = write(request({ parameters: { [name]: parameters[name] } }))
      // Anthropic's limit is always present.
      const same = JSON.stringify(body) === nothing && name !== 'max_tokens'
      expect([name, same]).toEqual([name, !takes.includes(name)])
    }
  })
})

const IMAGE = { kind: 'image', name: 'dot.png', mime: 'image/png', data: 'iVBORw0K' } as const
const CONVERSATION: Message[] = [
  { id: '1', parent: null, role: 'user', parts: [IMAGE, { kind: 'text', text: 'Where is this?' }] },
  {
    ...ANSWER,
    id: '2',
    parent: '1',
    text: 'I look.',
    signature: 'proof',
    reasoning: 'Hm.',
    format: 'anthropic-messages',
    toolCalls: [{ id: 'c1', name: 'find', arguments: '{"q":"sea"}', signature: 'sig' }],
  },
  { id: '3', parent: '2', role: 'tool', results: [{ callId: 'c1', name: 'find', content: 'Oslo' }] },
]
const request = (more: Partial<ModelRequest>): ModelRequest => ({
  model: 'm',
  system: 'Be brief.',
  messages: CONVERSATION,
  parameters: {},
  tools: [{ name: 'find', description: 'Finds', schema: { type: 'object', properties: {} } }],
  isStreamed: true,
  ...more,
})

describe('a conversation with a picture, a call and its result', () => {
  test('is written in OpenAI’s chat format', () => {
    expect(formats['openai-chat'].write(request({}))).toEqual({
      path: '/v1/chat/completions',
      body: {
        model: 'm',
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0K' } },
              { type: 'text', text: 'Where is this?' },
            ],
          },
          {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"sea"}' } }],
          },
          { role: 'tool', tool_call_id: 'c1', content: 'Oslo' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'find', description: 'Finds', parameters: { type: 'object', properties: {} } },
          },
        ],
        stream: true,
        stream_options: { include_usage: true },
      },
    })
  })

  test('is written in Anthropic’s, with signed reasoning only from its own models', () => {
    const { body } = formats['anthropic-messages'].write(request({}))
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } },
          { type: 'text', text: 'Where is this?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'proof' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'find', input: { q: 'sea' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Oslo' }] },
    ])
    const others = CONVERSATION.map(message =>
      message.role === 'assistant' ? { ...message, format: 'openai-chat' as const } : message,
    )
    expect(JSON.stringify(formats['anthropic-messages'].write(request({ messages: others })).body)).not.toContain(
      'proof',
    )
  })

  test('is written in OpenAI’s Responses format, which stores nothing', () => {
    const { body } = formats['openai-responses'].write(request({}))
    expect(body.store).toBe(false)
    expect(body.input).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' },
          { type: 'input_text', text: 'Where is this?' },
        ],
      },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"q":"sea"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'Oslo' },
    ])
  })

  test('is written in Gemini’s, with the signature of the call', () => {
    const { path, body } = formats.gemini.write(request({ model: 'google/gemini-3:x' }))
    expect(path).toBe('/v1beta/models/google/gemini-3%3Ax:streamGenerateContent?alt=sse')
    expect(body.contents).toEqual([
      {
        role: 'user',
        parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0K' } }, { text: 'Where is this?' }],
      },
      {
        role: 'model',
        parts: [{ text: 'I look.' }, { functionCall: { name: 'find', args: { q: 'sea' } }, thoughtSignature: 'sig' }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'find', response: { result: 'Oslo' } } }] },
    ])
  })
})

test('calls without a result and empty answers are not sent', () => {
  const [asked, called] = CONVERSATION
  if (!asked || !called) throw new Error('no conversation')
  const empty: AssistantMessage = { ...ANSWER, id: '9', state: 'failed' }
  expect(sentMessages([asked, called, empty])).toEqual([asked, { ...called, toolCalls: [] } as Message])
  expect(sentMessages(CONVERSATION)).toEqual(CONVERSATION)
})
