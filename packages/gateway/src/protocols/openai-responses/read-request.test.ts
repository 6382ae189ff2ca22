import { describe, expect, test } from 'bun:test'
import { RequestRefused } from '../common/losses.ts'
import { dialects } from '../index.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const read = (members: Record<string, unknown>) => readRequest({ model: 'm', input: 'Hi', ...members })

describe('a request read from OpenAI Responses', () => {
  test.each([
    ['previous_response_id', 'resp_1'],
    ['conversation', { id: 'conv_1' }],
    ['prompt', { id: 'pmpt_1' }],
    ['input', [{ type: 'item_reference', id: 'msg_1' }]],
  ])('%s, stored at another provider, is refused', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(RequestRefused)
    expect(read({ previous_response_id: null }).turns).toEqual([
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
    ])
  })

  test('a compaction, which only its provider opens, is refused elsewhere and kept here', () => {
    const input = [
      { type: 'compaction', encrypted_content: 'gAAA' },
      { role: 'user', content: 'Hi' },
    ]
    const request = read({ input })
    expect(writeRequest(request, { model: 'gpt-5' }).body.input).toEqual(input)
    expect(() => dialects.gemini.writeRequest(request, { model: 'm' })).toThrow(/compaction/)
  })

  test('consecutive items of the model are one turn, consecutive results another', () => {
    const { turns } = read({
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'I look.' }],
        },
        { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'look', arguments: '{"q":1}' },
        { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: 'x' },
        { type: 'function_call_output', call_id: 'a', output: 'Seen' },
        {
          type: 'custom_tool_call_output',
          call_id: 'b',
          output: [{ type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' }],
        },
      ],
    })
    expect(turns).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: '', signature: { origin: 'openai', value: 'gAAA', id: 'rs_1' } },
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', id: 'a', name: 'look', arguments: '{"q":1}' },
          { type: 'tool-call', id: 'b', name: 'patch', arguments: 'x', custom: true },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'a', parts: [{ type: 'text', text: 'Seen' }] },
          {
            type: 'tool-result',
            id: 'b',
            parts: [
              {
                type: 'media',
                kind: 'image',
                source: { type: 'url', url: 'https://example.com/a.png' },
                mime: null,
                detail: 'low',
              },
            ],
          },
        ],
      },
    ])
  })

  test('reasoning stored at the provider is only a name, and is unchanged', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [] }
    expect(read({ input: [item] }).turns).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'opaque', dialect: 'openai-responses', kind: 'reasoning', value: item }],
      },
    ])
  })

  test('tools that items add are among the tools', () => {
    const tool = { type: 'function', name: 'look', parameters: { type: 'object' }, strict: true }
    const body = {
      model: 'm',
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'additional_tools', role: 'developer', tools: [tool] },
      ],
      store: false,
    }
    const request = readRequest(body)
    expect(request.tools).toEqual([
      {
        type: 'function',
        name: 'look',
        schema: { type: 'object' },
        strict: true,
        native: { dialect: 'openai-responses', value: {}, isInConversation: true },
      },
    ])
    expect(writeRequest(request, { model: 'gpt-4' }).body).toEqual({ ...body, model: 'gpt-4' })
  })

  test('a request is written back as it was read, with all members that only this dialect knows', () => {
    const body = {
      model: 'gpt-5.6',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', phase: 'commentary', content: 'I look.' },
        { type: 'tool_search_call', call_id: 's', execution: 'client', arguments: {}, status: 'completed' },
        { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}', namespace: 'files' },
        { type: 'function_call_output', call_id: 'a', output: 'Seen' },
      ],
      include: ['web_search_call.action.sources', 'reasoning.encrypted_content'],
      max_tool_calls: 3,
      reasoning: { context: 'all_turns', effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_object' }, verbosity: 'low' },
      truncation: 'auto',
      tools: [
        { type: 'web_search', search_context_size: 'low' },
        { type: 'function', name: 'f', parameters: null, strict: null, defer_loading: true },
        {
          type: 'namespace',
          name: 'files',
          description: 'Files.',
          tools: [{ type: 'function', name: 'look', parameters: null, strict: true }],
        },
      ],
      tool_choice: { type: 'file_search' },
      store: false,
      stream: true,
    }
    const { body: written, losses } = writeRequest(readRequest(body), { model: 'gpt-5.6' })
    expect(written).toEqual(body)
    expect(losses).toEqual([])
  })
})
