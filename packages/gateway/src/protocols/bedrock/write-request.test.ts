import { describe, expect, test } from 'bun:test'
import type { Part, TextPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, RequestParameters, Tool, Turn } from '../../canonical/request.ts'
import { RequestRefused } from '../common/losses.ts'
import { writeRequest } from './write-request.ts'

const NOVA = 'us.amazon.nova-2-lite-v1:0'
const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'

const user = (...parts: Part[]): Turn => ({ role: 'user', parts })
const text = (said: string): TextPart => ({ type: 'text', text: said })
const HI = user(text('Hi'))
const look: Tool = { type: 'function', name: 'look', schema: { type: 'object', properties: {} } }
const call: Part = { type: 'tool-call', id: 'call 1', name: 'look', arguments: '{"at":12345678901234567890}' }

const write = (turns: Turn[], model = NOVA, parameters: RequestParameters = {}, tools: Tool[] = []) => {
  const request: CanonicalRequest = {
    dialect: 'openai-chat',
    model: 'any',
    stream: true,
    turns,
    tools,
    parameters,
    extras: {},
  }
  const { body, losses } = writeRequest(request, { model })
  return { body: JSON.parse(JSON.stringify(body)), text: JSON.stringify(body), losses: losses.map(loss => loss.what) }
}

describe('a request for Converse', () => {
  test('names neither the model nor whether to stream: the address does', () => {
    const { body } = write([{ role: 'system', parts: [text('Be brief')] }, HI], NOVA, {
      maxTokens: 9,
      temperature: 0.5,
    })
    expect(body).toEqual({
      system: [{ text: 'Be brief' }],
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
      inferenceConfig: { maxTokens: 9, temperature: 0.5 },
    })
  })

  test('keeps the digits of a call and its result, with an id that fits both', () => {
    const result: Part = { type: 'tool-result', id: 'call 1', parts: [text('seen')], isError: true }
    const written = write([HI, { role: 'assistant', parts: [call] }, user(result)], NOVA, {}, [look])
    const [, calling, answering] = written.body.messages
    const { toolUseId } = calling.content[0].toolUse
    expect(toolUseId).toMatch(/^[a-zA-Z0-9_.:-]+$/)
    expect(answering.content).toEqual([{ toolResult: { toolUseId, content: [{ text: 'seen' }], status: 'error' } }])
    expect(written.text).toContain('{"at":12345678901234567890}')
  })

  test('with calls names their tools even if none are offered any more', () => {
    const result: Part = { type: 'tool-result', id: 'call 1', parts: [text('seen')] }
    const { body } = write([HI, { role: 'assistant', parts: [call] }, user(result)])
    expect(body.toolConfig).toEqual({
      tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object', properties: {} } } } }],
    })
  })

  test.each<[RequestParameters['toolChoice'], string, unknown, string[]]>([
    [{ type: 'auto' }, NOVA, { auto: {} }, []],
    [{ type: 'required' }, NOVA, { any: {} }, []],
    [{ type: 'tool', name: 'look' }, CLAUDE, { tool: { name: 'look' } }, []],
    [{ type: 'required' }, 'us.meta.llama4-maverick-17b-instruct-v1:0', undefined, ['tool choice']],
  ])('tool choice %j for %s', (toolChoice, model, choice, losses) => {
    const written = write([HI], model, { toolChoice }, [look])
    expect([written.body.toolConfig.toolChoice, written.losses]).toEqual([choice, losses])
  })

  test('without allowed calls names no tools', () => {
    const { body, losses } = write([HI], NOVA, { toolChoice: { type: 'none' } }, [look])
    expect([body.toolConfig, losses]).toEqual([undefined, ['tool choice']])
  })

  test('gives documents distinct names and text, and no cache point after them', () => {
    const pdf: Part = {
      type: 'media',
      kind: 'file',
      source: { type: 'data', base64: 'JVBERi0=' },
      mime: null,
      name: 'a.pdf',
    }
    const { body, losses } = write([user(pdf, { ...pdf, cache: { ttl: '1h' } })], CLAUDE)
    const document = (name: string) => ({ document: { name, format: 'pdf', source: { bytes: 'JVBERi0=' } } })
    expect(body.messages[0].content).toEqual([
      document('a-pdf'),
      { cachePoint: { type: 'default', ttl: '1h' } },
      document('a-pdf 2'),
      { text: '...' },
    ])
    expect(losses).toEqual(['file name'])
  })

  test.each<[Part, string]>([
    [
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example/b.png' }, mime: null },
      'only S3 addresses',
    ],
    [
      { type: 'media', kind: 'file', source: { type: 'stored', origin: 'openai', id: 'f' }, mime: null },
      'stored with openai',
    ],
    [
      { type: 'media', kind: 'file', source: { type: 'data', base64: 'eA==' }, mime: 'application/zip' },
      'documents, images',
    ],
  ])('%j is refused', (part, why) => {
    expect(() => write([user(part)])).toThrow(RequestRefused)
    expect(() => write([user(part)])).toThrow(why)
  })

  test('of five cache points the last four stay', () => {
    const marked = ['a', 'b', 'c', 'd', 'e'].map((said): Part => ({ type: 'text', text: said, cache: {} }))
    const { body, losses } = write([user(...marked)], CLAUDE)
    expect(body.messages[0].content.slice(0, 3)).toEqual([
      { text: 'a' },
      { text: 'b' },
      { cachePoint: { type: 'default' } },
    ])
    expect(losses).toEqual(['cache mark'])
  })

  test('returns sealed reasoning to Claude as it came, with withheld reasoning in base64 once more, and to others as text', () => {
    const signature = { origin: 'anthropic', value: 'aGlk' }
    const reasoning: Turn = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm', signature },
        { type: 'reasoning', text: '', redacted: true, signature },
        text('Yes'),
      ],
    }
    expect(write([HI, reasoning], CLAUDE).body.messages[1].content).toEqual([
      { reasoningContent: { reasoningText: { text: 'Hm', signature: 'aGlk' } } },
      { reasoningContent: { redactedContent: 'YUdsaw==' } },
      { text: 'Yes' },
    ])
    const other = write([HI, reasoning])
    expect(other.body.messages[1].content).toEqual([{ text: '<thinking>\nHm\n</thinking>' }, { text: 'Yes' }])
    expect(other.losses).toEqual(['signature', 'earlier reasoning'])
  })

  test.each<[string, RequestParameters, unknown, string[]]>([
    [
      CLAUDE,
      { reasoning: { mode: 'on', budget: 2000 }, maxTokens: 4000 },
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
    [CLAUDE, { topK: 5 }, { top_k: 5 }, []],
    [NOVA, { topK: 5 }, { inferenceConfig: { topK: 5 } }, []],
    [NOVA, { reasoning: { effort: 'low' } }, { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }, []],
    [
      NOVA,
      { reasoning: { effort: 'high' }, maxTokens: 9 },
      { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } },
      ['reasoning.effort'],
    ],
    ['openai.gpt-oss-120b-1:0', { reasoning: { effort: 'high' } }, { reasoning_effort: 'high' }, []],
    [
      'us.meta.llama4-maverick-17b-instruct-v1:0',
      { reasoning: { effort: 'high' }, topK: 5 },
      undefined,
      ['topK', 'reasoning'],
    ],
  ])('%s gets %j in its own members', (model, parameters, fields, losses) => {
    const written = write([HI], model, parameters)
    expect([written.body.additionalModelRequestFields, written.losses]).toEqual([fields, losses])
  })

  test('a schema is enforced if the model can', () => {
    const format = { type: 'json-schema', name: 'city', schema: { type: 'object' } } as const
    expect(write([HI], CLAUDE, { format }).body.outputConfig).toEqual({
      textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'city', schema: '{"type":"object"}' } } },
    })
    expect(write([HI], NOVA, { format }).losses).toEqual(['format'])
  })
})
