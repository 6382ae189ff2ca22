import { describe, expect, test } from 'bun:test'
import { wrapSignature } from '../../canonical/signature.ts'
import { RequestRefused } from '../common/losses.ts'
import { readAddress, writeChatAddress } from './address.ts'
import { readRequest } from './read-request.ts'

const address = { model: 'gemini-3-flash', stream: false }
const read = (body: object) => readRequest(body, address)
const HI = { role: 'user', parts: [{ text: 'Hi' }] }
const partsOf = (parts: object[], role = 'user') => read({ contents: [HI, { role, parts }] }).turns[1]?.parts

describe('an address', () => {
  test('names the model and whether to stream, on AI Studio and on Vertex', () => {
    expect(readAddress('/v1beta/models/gemini-2.5-flash:streamGenerateContent?key=k&alt=sse')).toEqual({
      model: 'gemini-2.5-flash',
      method: 'streamGenerateContent',
      stream: true,
      asksForEvents: true,
    })
    const vertex = '/v1/projects/p/locations/global/publishers/google/models/gemini-2.5-pro:generateContent'
    expect(readAddress(vertex)).toEqual({
      model: 'gemini-2.5-pro',
      method: 'generateContent',
      stream: false,
      asksForEvents: false,
    })
    expect(readAddress('/v1beta/models/deepseek%2Fr1:free:countTokens')?.model).toBe('deepseek/r1:free')
    expect(readAddress('/v1beta/models')).toBeNull()
  })

  test('is read back after writing', () => {
    for (const stream of [true, false]) {
      const written = readAddress(`/v1beta${writeChatAddress({ model: 'm', stream })}`)
      expect(written).toMatchObject({ model: 'm', stream, asksForEvents: stream })
    }
  })
})

describe('a request read from Gemini', () => {
  test('may have member names in either case', () => {
    const camel = {
      contents: [HI],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 9, thinkingConfig: { thinkingBudget: 0 } },
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['look'] } },
      tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }],
    }
    const snake = {
      contents: [HI],
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      generation_config: { max_output_tokens: 9, thinking_config: { thinking_budget: 0 } },
      tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['look'] } },
      tools: [{ function_declarations: [{ name: 'look', parameters_json_schema: { type: 'object' } }] }],
    }
    expect(read(snake)).toEqual(read(camel))
    expect(read(camel)).toEqual({
      dialect: 'gemini',
      ...address,
      turns: [
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      ],
      tools: [{ type: 'function', name: 'look', schema: { type: 'object' } }],
      parameters: { maxTokens: 9, reasoning: { mode: 'off' }, toolChoice: { type: 'tool', name: 'look' } },
      extras: {},
    })
  })

  test('without a model in the path, or without contents, is refused', () => {
    expect(() => readRequest({ contents: [HI] })).toThrow(RequestRefused)
    expect(() => read({})).toThrow('contents is not specified')
  })

  test('matches calls and responses without ids by name, in order', () => {
    const call = (n: number) => ({ functionCall: { name: 'look', args: { n } } })
    const response = (n: number) => ({ functionResponse: { name: 'look', response: { output: `saw ${n}` } } })
    const { turns } = read({
      contents: [HI, { role: 'model', parts: [call(1), call(2)] }, { role: 'user', parts: [response(1), response(2)] }],
    })
    expect(turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'call_0', name: 'look', arguments: '{"n":1}' },
          { type: 'tool-call', id: 'call_1', name: 'look', arguments: '{"n":2}' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'call_0', name: 'look', parts: [{ type: 'text', text: 'saw 1' }] },
          { type: 'tool-result', id: 'call_1', name: 'look', parts: [{ type: 'text', text: 'saw 2' }] },
        ],
      },
    ])
  })

  test('has a response’s output, its error, or its whole object as the result', () => {
    const result = (response: object) =>
      partsOf([{ functionResponse: { id: 'a', name: 'look', response } }])?.map(({ type: _type, ...rest }) => rest)
    const named = { id: 'a', name: 'look' }
    expect(result({ output: 'x' })).toEqual([{ ...named, parts: [{ type: 'text', text: 'x' }] }])
    expect(result({ error: 'x' })).toEqual([{ ...named, parts: [{ type: 'text', text: 'x' }], isError: true }])
    expect(result({ sky: 'blue' })).toEqual([{ ...named, parts: [{ type: 'text', text: '{"sky":"blue"}' }] }])
  })

  test('has media as data in standard base64, as an address, or as a file stored at Google', () => {
    const inline = { inlineData: { mimeType: 'image/png', data: '_-8' }, videoMetadata: { fps: 2 } }
    const youtube = { fileData: { fileUri: 'https://youtu.be/x' } }
    const stored = { file_data: { file_uri: 'gs://bucket/a.pdf', mime_type: 'application/pdf' } }
    expect(partsOf([inline, youtube, stored])).toEqual([
      {
        type: 'media',
        kind: 'image',
        mime: 'image/png',
        source: { type: 'data', base64: '/+8=' },
        native: { dialect: 'gemini', value: { videoMetadata: { fps: 2 } } },
      },
      { type: 'media', kind: 'video', mime: null, source: { type: 'url', url: 'https://youtu.be/x' } },
      {
        type: 'media',
        kind: 'file',
        mime: 'application/pdf',
        source: { type: 'stored', origin: 'google', id: 'gs://bucket/a.pdf' },
      },
    ])
  })

  test('has signatures of any family, and a placeholder counts as none', () => {
    const foreign = Buffer.from(wrapSignature({ origin: 'anthropic', value: 'sig' })).toString('base64url')
    const parts = partsOf(
      [
        { text: 'Hm', thought: true, thoughtSignature: foreign },
        { text: 'Hi' },
        { text: '', thoughtSignature: 'b3du' },
        {
          functionCall: { id: 'a', name: 'look', args: {} },
          thoughtSignature: 'c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=',
        },
      ],
      'model',
    )
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Hm', signature: { origin: 'anthropic', value: 'sig' } },
      { type: 'text', text: 'Hi', signature: { origin: 'google', value: 'b3du' } },
      { type: 'tool-call', id: 'a', name: 'look', arguments: '{}' },
    ])
  })

  test('joins the pieces of a streamed answer into one turn', () => {
    const foreign = Buffer.from(wrapSignature({ origin: 'anthropic', value: 'sig' })).toString('base64')
    const pieces = [
      { text: 'H', thought: true },
      { text: 'm', thought: true },
      { text: '', thought: true, thoughtSignature: foreign },
      { text: 'Let me ' },
      { text: 'look.' },
      { text: '', thoughtSignature: 'b3du' },
      { functionCall: { id: 'a', name: 'look' } },
      { text: '' },
    ]
    const contents = [HI, ...pieces.map(part => ({ role: 'model', parts: [part] }))]
    expect(read({ contents }).turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm', signature: { origin: 'anthropic', value: 'sig' } },
          { type: 'text', text: 'Let me look.', signature: { origin: 'google', value: 'b3du' } },
          { type: 'tool-call', id: 'a', name: 'look', arguments: '{}' },
        ],
      },
    ])
  })

  test('schemas in Google’s own form become JSON Schema', () => {
    const parameters = {
      type: 'OBJECT',
      property_ordering: ['b', 'a'],
      properties: {
        a: { type: 'STRING', nullable: true, max_length: '5' },
        b: { type: 'ARRAY', items: { type: 'STRING', format: 'enum', enum: ['x'] }, minItems: '1' },
      },
      required: ['a'],
    }
    const [tool] = read({ contents: [HI], tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] }).tools
    expect(JSON.stringify(tool)).toBe(
      JSON.stringify({
        type: 'function',
        name: 'f',
        schema: {
          type: 'object',
          required: ['a'],
          properties: {
            b: { type: 'array', minItems: 1, items: { type: 'string', enum: ['x'] } },
            a: { type: ['string', 'null'], maxLength: 5 },
          },
        },
      }),
    )
  })

  test('keeps members nobody else knows in their places', () => {
    const { extras, keptByProvider, parameters } = read({
      contents: [HI],
      safetySettings: [],
      cachedContent: 'cachedContents/1',
      generationConfig: { speechConfig: {}, responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING' } },
      toolConfig: { retrievalConfig: {}, functionCallingConfig: { streamFunctionCallArguments: true } },
    })
    expect(extras).toEqual({
      safetySettings: [],
      cachedContent: 'cachedContents/1',
      'generationConfig.speechConfig': {},
      'generationConfig.responseMimeType': 'text/x.enum',
      'generationConfig.responseSchema': { type: 'STRING' },
      'toolConfig.retrievalConfig': {},
      'toolConfig.functionCallingConfig.streamFunctionCallArguments': true,
    })
    expect(keptByProvider).toBe('cachedContent')
    expect(parameters).toEqual({})
  })
})
