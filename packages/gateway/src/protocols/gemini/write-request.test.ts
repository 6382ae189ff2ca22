import { describe, expect, test } from 'bun:test'
import type { Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, RequestParameters, Tool, Turn } from '../../canonical/request.ts'
import { RequestRefused } from '../common/losses.ts'
import { writeRequest } from './write-request.ts'

const HI: Turn = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
const SIGN = 'c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I='

function write(
  turns: Turn[],
  parameters: RequestParameters = {},
  model = 'gemini-2.5-flash',
  rest: Partial<CanonicalRequest> = {},
) {
  const request = {
    dialect: 'openai-chat',
    model: 'any',
    stream: false,
    turns,
    tools: [],
    parameters,
    extras: {},
    ...rest,
  }
  const { body, losses } = writeRequest(request, { model })
  return { body, lost: losses.map(loss => loss.what) }
}

const call = (id: string, signature?: string): Part => ({
  type: 'tool-call',
  id,
  name: 'look',
  arguments: '{"n":12345678901234567890}',
  ...(signature && { signature: { origin: 'google', value: signature } }),
})
const result = (id: string, parts: Extract<Part, { type: 'tool-result' }>['parts']): Part => ({
  type: 'tool-result',
  id,
  parts,
})
const text = (said: string) => ({ type: 'text' as const, text: said })
const look: Tool = { type: 'function', name: 'look', schema: { type: 'object', properties: {} } }
const find: Tool = { type: 'function', name: 'find' }
const search: Tool = { type: 'server', kind: 'web_search', dialect: 'openai-chat', value: {} }

describe('a request for Gemini', () => {
  test('has system text, roles and limits under Gemini’s names, but neither model nor stream', () => {
    const { body, lost } = write(
      [{ role: 'system', parts: [text('Be brief.')] }, HI, { role: 'assistant', parts: [text('Hello')] }, HI],
      { maxTokens: 9, temperature: 0.5, stop: ['a'], n: 2, format: { type: 'json' } },
      'gemini-2.5-flash',
      { stream: true },
    )
    expect({ body, lost }).toEqual({
      body: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          { role: 'model', parts: [{ text: 'Hello' }] },
          { role: 'user', parts: [{ text: 'Hi' }] },
        ],
        generationConfig: {
          maxOutputTokens: 9,
          temperature: 0.5,
          stopSequences: ['a'],
          candidateCount: 2,
          responseMimeType: 'application/json',
        },
      },
      lost: [],
    })
  })

  test('names a result after its call, and keeps the digits of arguments', () => {
    const { body } = write([HI, { role: 'assistant', parts: [call('a')] }, { role: 'user', parts: [result('a', [])] }])
    expect(JSON.stringify(body.contents)).toContain(
      '{"functionCall":{"id":"a","name":"look","args":{"n":12345678901234567890}}}',
    )
    expect(body.contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { id: 'a', name: 'look', response: { output: '' } } }] },
    ])
  })

  test('sends a result that is an object as one if that loses nothing', () => {
    const responseTo = (...texts: string[]) => {
      const { body } = write([
        HI,
        { role: 'assistant', parts: [call('a')] },
        { role: 'user', parts: [result('a', texts.map(text))] },
      ])
      const contents = body.contents as { parts: { functionResponse?: { response: unknown } }[] }[]
      return contents[2]?.parts[0]?.functionResponse?.response
    }
    expect(responseTo('{"sky":"blue"}')).toEqual({ sky: 'blue' })
    expect(responseTo('{ "sky": "blue" }')).toEqual({ output: '{ "sky": "blue" }' })
    expect(responseTo('{"output":"x"}')).toEqual({ output: '{"output":"x"}' })
    expect(responseTo('a', 'b')).toEqual({ output: ['a', 'b'] })
  })

  test('signs the first of parallel calls for newer models', () => {
    const turns: Turn[] = [HI, { role: 'assistant', parts: [call('a'), call('b')] }]
    const signaturesFor = (model: string, parts = turns) => {
      const contents = write(parts, {}, model).body.contents as { parts: { thoughtSignature?: string }[] }[]
      return contents[1]?.parts.map(part => part.thoughtSignature)
    }
    expect(signaturesFor('gemini-2.5-pro')).toEqual([undefined, undefined])
    expect(signaturesFor('gemini-3-pro-preview')).toEqual([SIGN, undefined])
    expect(signaturesFor('gemini-3.6-flash', [HI, { role: 'assistant', parts: [call('a', 'b3du')] }])).toEqual(['b3du'])
  })

  test('omits a signature of another family and keeps the words', () => {
    const thought: Part = { type: 'reasoning', text: 'Hm', signature: { origin: 'anthropic', value: 'sig' } }
    const { body, lost } = write([HI, { role: 'assistant', parts: [thought, text('Hi')] }])
    expect(body.contents).toMatchObject([{}, { parts: [{ text: 'Hm', thought: true }, { text: 'Hi' }] }])
    expect(lost).toEqual(['signature'])
  })

  test('keeps a tool’s image in its result if the model sees it there', () => {
    const image: Part = { type: 'media', kind: 'image', mime: 'image/png', source: { type: 'data', base64: 'iVBOR' } }
    const shown: Turn[] = [
      HI,
      { role: 'assistant', parts: [call('a')] },
      { role: 'user', parts: [result('a', [text('Here'), image])] },
    ]
    const inlineData = { mimeType: 'image/png', data: 'iVBOR' }
    const response = { id: 'a', name: 'look', response: { output: 'Here' } }
    expect(write(shown, {}, 'gemini-3-flash').body.contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { ...response, parts: [{ inlineData }] } }] },
    ])
    const older = write(shown)
    expect(older.body.contents).toMatchObject([{}, {}, { parts: [{ functionResponse: response }, { inlineData }] }])
    expect(older.lost).toEqual(['media in a tool result'])
  })

  test('keeps later system text in its place, and never starts with a model turn', () => {
    const { body, lost } = write([
      { role: 'assistant', parts: [text('Hello')] },
      HI,
      { role: 'developer', parts: [text('Be brief.')] },
    ])
    expect(body.contents).toEqual([
      { role: 'user', parts: [{ text: '' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Hi' }, { text: '<system>Be brief.</system>' }] },
    ])
    expect(lost).toEqual(['system turn'])
  })

  test('is refused with a file stored at another provider', () => {
    const file: Part = {
      type: 'media',
      kind: 'file',
      mime: null,
      source: { type: 'stored', origin: 'openai', id: 'f' },
    }
    expect(() => write([{ role: 'user', parts: [file] }])).toThrow(RequestRefused)
  })
})

describe('tools for Gemini', () => {
  const tools = (declared: Tool[], parameters: RequestParameters = {}, model?: string) => {
    const { body, lost } = write([HI], parameters, model, { tools: declared })
    return { tools: body.tools, toolConfig: body.toolConfig, lost }
  }
  const declaration = { name: 'look', parametersJsonSchema: { type: 'object', properties: {} } }

  test('include functions and a search together if the model takes both', () => {
    expect(tools([look, search], {}, 'gemini-3-flash')).toEqual({
      tools: [{ functionDeclarations: [declaration] }, { googleSearch: {} }],
      toolConfig: { includeServerSideToolInvocations: true },
      lost: [],
    })
    expect(tools([look, search])).toEqual({
      tools: [{ functionDeclarations: [declaration] }],
      toolConfig: undefined,
      lost: ['tool web_search'],
    })
  })

  test('enforce the schemas of strict functions', () => {
    const strict: Tool = { ...look, strict: true }
    expect(tools([strict]).toolConfig).toEqual({ functionCallingConfig: { mode: 'VALIDATED' } })
    expect(tools([strict], {}, 'gemini-2.0-flash').lost).toEqual(['tool strictness'])
  })

  test('are limited by a choice among some, or only those are sent', () => {
    const toolChoice = { type: 'allowed' as const, names: ['look'], required: false }
    expect(tools([look, find], { toolChoice }).toolConfig).toEqual({
      functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['look'] },
    })
    expect(tools([look, find], { toolChoice }, 'gemini-2.0-flash')).toEqual({
      tools: [{ functionDeclarations: [declaration] }],
      toolConfig: undefined,
      lost: ['tool choice'],
    })
  })
})

describe('thinking requested from Gemini', () => {
  test.each([
    ['gemini-2.5-flash', { mode: 'off' }, { thinkingBudget: 0 }, []],
    ['gemini-2.5-pro', { mode: 'off' }, { thinkingBudget: 128 }, ['reasoning']],
    ['gemini-3-pro-preview', { mode: 'off' }, { thinkingLevel: 'LOW' }, ['reasoning']],
    ['gemini-2.0-flash', { mode: 'off' }, undefined, []],
    ['gemini-2.0-flash', { mode: 'on', effort: 'low' }, undefined, ['reasoning']],
    ['gemini-2.5-flash', { mode: 'on', effort: 'high' }, { thinkingBudget: 16_384, includeThoughts: true }, []],
    [
      'gemini-2.5-flash',
      { mode: 'on', budget: 9e4 },
      { thinkingBudget: 24576, includeThoughts: true },
      ['reasoning.budget'],
    ],
    ['gemini-2.5-flash', { mode: 'adaptive' }, { thinkingBudget: -1, includeThoughts: true }, []],
    ['gemini-3-flash', { mode: 'on', effort: 'minimal' }, { thinkingLevel: 'MINIMAL', includeThoughts: true }, []],
    [
      'gemini-3-pro',
      { mode: 'on', effort: 'medium' },
      { thinkingLevel: 'HIGH', includeThoughts: true },
      ['reasoning.effort'],
    ],
    [
      'gemini-3-flash',
      { mode: 'on', budget: 8192 },
      { thinkingLevel: 'MEDIUM', includeThoughts: true },
      ['reasoning.budget'],
    ],
    [
      'gemini-3-flash',
      { mode: 'on', effort: 'low', show: 'none' },
      { thinkingLevel: 'LOW', includeThoughts: false },
      [],
    ],
  ] as const)('%s, %o', (model, reasoning, thinkingConfig, lost) => {
    const written = write([HI], { reasoning }, model)
    expect({ config: written.body.generationConfig, lost: written.lost }).toEqual({
      config: thinkingConfig && { thinkingConfig },
      lost: [...lost],
    })
  })
})

describe('members that only Gemini knows', () => {
  const extras = { safetySettings: [], 'generationConfig.speechConfig': { a: 1 }, 'toolConfig.retrievalConfig': {} }

  test('return to their places', () => {
    const { body, lost } = write([HI], { seed: 1 }, undefined, { dialect: 'gemini', extras })
    expect(body).toMatchObject({
      safetySettings: [],
      generationConfig: { seed: 1, speechConfig: { a: 1 } },
      toolConfig: { retrievalConfig: {} },
    })
    expect(lost).toEqual([])
  })

  test('of other dialects are reported as lost, with values that Gemini would refuse', () => {
    const { lost } = write([HI], { seed: 2 ** 40, stop: [...'abcdef'], serviceTier: 'scale', user: 'u' }, undefined, {
      extras: { web_search_options: {} },
    })
    expect(lost.sort()).toEqual(['"web_search_options"', 'seed', 'serviceTier', 'stop', 'user'])
  })
})
