import { describe, expect, test } from 'bun:test'
import { RequestRefused } from '../common/losses.ts'
import { dialect as gemini } from '../gemini/dialect.ts'
import { dialect as openAiChat } from '../openai-chat/dialect.ts'
import { readRequest } from './read-request.ts'
import { writeForThought } from './signatures.ts'

const read = (members: Record<string, unknown>) => readRequest({ model: 'm', input: 'Hi', ...members })

function refusalOf(members: Record<string, unknown>): string {
  try {
    read(members)
  } catch (error) {
    if (error instanceof RequestRefused) return error.message
    throw error
  }
  throw new Error('the request was read')
}

describe('malformed input is refused with a sentence that names its place', () => {
  test.each([
    [{ input: undefined }, 'input is not specified'],
    [{ input: [] }, 'input is empty'],
    [{ input: 7 }, 'input must be an object'],
    [{ input: ['Hi'] }, 'input[0] must be an object'],
    [{ input: [{ text: 'Hi' }] }, 'input[0] must have a type'],
    [{ input: [{ type: 'user-input' }] }, 'input[0] has the unknown type "user-input"'],
    [{ input: [{ type: 'constructor' }] }, 'input[0] has the unknown type "constructor"'],
    [{ input: { type: 'text' } }, 'input.text must be a string'],
    [{ input: [{ type: 'user_input', content: [7] }] }, 'input[0].content[0] must be an object with a type'],
    [
      { input: [{ type: 'user_input', content: [{ type: 'film' }] }] },
      'input[0].content[0] has the unknown type "film"',
    ],
    [{ input: [{ type: 'image', mime_type: 'image/png' }] }, 'input[0] must have data or a uri'],
    [{ input: [{ type: 'function_call', name: 'f' }] }, 'input[0] must have an id and a name'],
    [{ input: [{ type: 'function_result', result: 'a' }] }, 'input[0] must name its call in call_id'],
    [{ input: [{ type: 'function_result', call_id: 'c' }] }, 'input[0].result is not specified'],
    [{ system_instruction: ['a'] }, 'system_instruction must be a string'],
    [{ tools: {} }, 'tools must be an array'],
    [{ tools: ['f'] }, 'tools[0] must be an object with a type'],
    [{ tools: [{ type: 'function' }] }, 'tools[0] must name its function'],
    [{ generation_config: { temperature: 'hot' } }, 'temperature must be a number'],
  ])('%j', (members, sentence) => {
    expect(refusalOf(members)).toBe(sentence)
  })
})

test('contents outside steps are one turn of the user', () => {
  const { turns } = read({
    input: [
      { type: 'text', text: 'What is' },
      { type: 'image', data: 'AAAA', mime_type: 'image/png' },
    ],
  })
  expect(turns).toEqual([
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'What is' },
        { type: 'media', kind: 'image', source: { type: 'data', base64: 'AAAA' }, mime: 'image/png' },
      ],
    },
  ])
})

test('Google’s signature of a call is the one in the empty thought before it', () => {
  const { turns } = read({
    input: [
      { type: 'user_input', content: 'Hi' },
      { type: 'thought', signature: 'dGhvdWdodA==', summary: [{ type: 'text', text: 'hm' }] },
      { type: 'thought', signature: 'Y2FsbA==' },
      { type: 'function_call', id: 'c', name: 'f', arguments: { big: 1 } },
    ],
  })
  expect(turns[1]?.parts).toEqual([
    { type: 'reasoning', text: 'hm', signature: { origin: 'google', value: 'dGhvdWdodA==' } },
    {
      type: 'tool-call',
      id: 'c',
      name: 'f',
      arguments: '{"big":1}',
      signature: { origin: 'google', value: 'Y2FsbA==' },
    },
  ])
})

test('redacted thinking of another family comes back as such', () => {
  const seal = { origin: 'anthropic', value: 'sealed' } as const
  const { turns } = read({
    input: [
      { type: 'user_input', content: 'Hi' },
      { type: 'thought', signature: writeForThought(seal, true) },
    ],
  })
  expect(turns[1]?.parts).toEqual([{ type: 'reasoning', text: '', redacted: true, signature: seal }])
})

test('a result holds contents, a text or any value, and says whether it is an error', () => {
  const result = (members: object) => ({ type: 'function_result', call_id: 'c', ...members })
  const { turns } = read({
    input: [
      result({ result: [{ type: 'text', text: 'Sunny' }] }),
      result({ result: 'Rain', name: 'f' }),
      result({ result: { error: 'no place' }, is_error: true }),
    ],
  })
  const text = (text: string) => [{ type: 'text', text }]
  expect(turns[0]?.parts).toEqual([
    { type: 'tool-result', id: 'c', parts: text('Sunny') },
    { type: 'tool-result', id: 'c', name: 'f', parts: text('Rain') },
    { type: 'tool-result', id: 'c', parts: text('{"error":"no place"}'), isError: true },
  ] as never)
})

test('code that ran goes back to Gemini as its code and what came of it', () => {
  const ran = (members: object) => [
    { type: 'code_execution_call', id: 'r', arguments: { language: 'python', code: '1/0' } },
    { type: 'code_execution_result', call_id: 'r', ...members },
  ]
  const { turns } = read({ input: [...ran({ result: 'no', is_error: true }), ...ran({ result: '0' })] })
  const opaque = (value: object) => ({ type: 'opaque', dialect: 'gemini', kind: Object.keys(value)[0], value })
  const code = opaque({ executableCode: { language: 'PYTHON', code: '1/0' } })
  expect(turns[0]?.parts).toEqual([
    code,
    opaque({ codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } }),
    code,
    opaque({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '0' } }),
  ] as never)
})

const SCHEMA = { type: 'object', properties: { a: { type: 'number' } } }
test.each([
  [{ response_format: { type: 'text', mime_type: 'application/json', schema: SCHEMA } }, 'json-schema'],
  [{ response_format: SCHEMA, response_mime_type: 'application/json' }, 'json-schema'],
  [{ response_mime_type: 'application/json' }, 'json'],
  [{ response_format: [{ type: 'text' }], response_mime_type: 'application/json' }, 'json'],
  [{ response_format: { type: 'text', mime_type: 'text/plain' } }, 'text'],
])('the format %j', (members, type) => {
  const schema = type === 'json-schema' ? { schema: SCHEMA, strict: true } : {}
  expect(read(members).parameters.format).toEqual({ type, ...schema } as never)
})

test('what an answer may hold is told in its formats or in the older list', () => {
  expect(read({ response_format: [{ type: 'text' }, { type: 'image' }] }).parameters.modalities).toEqual([
    'text',
    'image',
  ])
  expect(read({ response_modalities: ['TEXT', 'AUDIO'] }).parameters.modalities).toEqual(['text', 'audio'])
})

test.each([
  [{ thinking_level: 'high' }, { mode: 'on', effort: 'high' }],
  [{ thinking_summaries: 'auto' }, { mode: 'adaptive', show: 'auto' }],
  [{ thinking_summaries: 'none' }, { show: 'none' }],
])('thinking of %j', (generation_config, expected) => {
  expect(read({ generation_config }).parameters.reasoning).toEqual(expected as never)
})

test.each([
  ['auto', { type: 'auto' }],
  ['none', { type: 'none' }],
  ['any', { type: 'required' }],
  [{ allowed_tools: { mode: 'any', tools: ['f'] } }, { type: 'tool', name: 'f' }],
  [{ allowed_tools: { mode: 'auto', tools: ['f', 'g'] } }, { type: 'allowed', names: ['f', 'g'], required: false }],
])('tool choice %j', (choice, expected) => {
  expect(read({ generation_config: { tool_choice: choice } }).parameters.toolChoice).toEqual(expected as never)
})

test('validated calls must match their schemas', () => {
  const { tools, parameters } = read({
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
    generation_config: { tool_choice: 'validated' },
  })
  expect(tools).toEqual([{ type: 'function', name: 'f', schema: { type: 'object' }, strict: true }])
  expect(parameters.toolChoice).toEqual({ type: 'auto' })
})

test('tools that Google runs get Gemini’s own form', () => {
  const { tools } = read({
    tools: [
      { type: 'google_search' },
      { type: 'file_search', file_search_store_names: ['s'], top_k: 3 },
      { type: 'mcp_server', url: 'https://example.com' },
    ],
  })
  expect(tools).toEqual([
    { type: 'server', kind: 'web_search', dialect: 'gemini', value: { googleSearch: {} } },
    {
      type: 'server',
      kind: 'fileSearch',
      dialect: 'gemini',
      value: { fileSearch: { fileSearchStoreNames: ['s'], topK: 3 } },
    },
    {
      type: 'server',
      kind: 'mcp',
      dialect: 'gemini-interactions',
      value: { type: 'mcp_server', url: 'https://example.com' },
    },
  ])
})

test('members that only Google understands reach Gemini in its form, and others not at all', () => {
  const request = read({
    input: [{ type: 'image', data: 'AAAA', mime_type: 'image/png', resolution: 'high' }],
    safety_settings: [{ type: 'harassment', threshold: 'block_none' }],
    response_format: [{ type: 'image', aspect_ratio: '16:9', image_size: '2K' }],
    generation_config: { speech_config: [{ voice: 'Kore', language: 'en-US' }] },
    labels: { team: 'a' },
  })
  const { body, losses } = gemini.writeRequest(request, { model: 'gemini-3-pro-image' })
  expect(body).toMatchObject({
    contents: [{ parts: [{ mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } }] }],
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      speechConfig: { languageCode: 'en-US', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    },
  })
  expect(losses).toEqual([{ what: '"labels"', why: 'only gemini-interactions knows it' }])
  const shown = read({
    input: [{ type: 'image', data: 'AAAA', mime_type: 'image/png', resolution: 'high' }],
    safety_settings: [{ type: 'harassment', threshold: 'block_none' }],
  })
  const lost = openAiChat.writeRequest(shown, { model: 'm' }).losses.map(({ what }) => what)
  expect(lost).toEqual(expect.arrayContaining(['"mediaResolution"', '"safety_settings"']))
})

test('a part of a film goes to Gemini as such', () => {
  const film = { type: 'video', uri: 'gs://films/a', mime_type: 'video/mp4' }
  const request = read({ input: [{ ...film, processing: { type: 'static', fps: 2, start_offset: '5s' } }] })
  expect(gemini.writeRequest(request, { model: 'gemini-3-pro' }).body).toMatchObject({
    contents: [{ parts: [{ videoMetadata: { fps: 2, startOffset: '5s' } }] }],
  })
})

test('each speaker has a voice', () => {
  const speech_config = [
    { speaker: 'Ann', voice: 'Kore' },
    { speaker: 'Bob', voice: 'Puck' },
  ]
  const { body } = gemini.writeRequest(read({ generation_config: { speech_config } }), {
    model: 'gemini-2.5-flash-tts',
  })
  const voice = (speaker: string, voiceName: string) => ({
    speaker,
    voiceConfig: { prebuiltVoiceConfig: { voiceName } },
  })
  expect(body.generationConfig).toEqual({
    speechConfig: {
      multiSpeakerVoiceConfig: { speakerVoiceConfigs: [voice('Ann', 'Kore'), voice('Bob', 'Puck')] },
    },
  })
})

test('agents and content stored at Google are recognized', () => {
  expect(read({ agent: 'deep-research' }).ownOnly?.member).toBe('agent')
  expect(read({ cached_content: 'cachedContents/a' }).keptByProvider).toBe('cached_content')
})
