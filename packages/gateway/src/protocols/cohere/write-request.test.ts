import { describe, expect, test } from 'bun:test'
import type { Part, TextPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, RequestParameters, Tool, Turn } from '../../canonical/request.ts'
import { RequestRefused } from '../common/losses.ts'
import { writeRequest } from './write-request.ts'

const text = (said: string): TextPart => ({ type: 'text', text: said })
const user = (...parts: Part[]): Turn => ({ role: 'user', parts })
const HI = user(text('Hi'))
const tool = (name: string, strict?: boolean): Tool => ({ type: 'function', name, ...(strict && { strict }) })
const call: Part = { type: 'tool-call', id: 'c1', name: 'look', arguments: '{}' }
const result: Part = { type: 'tool-result', id: 'c1', parts: [text('seen')] }

const write = (turns: Turn[], parameters: RequestParameters = {}, tools: Tool[] = [], model = 'command-a-03-2025') => {
  const request: CanonicalRequest = {
    dialect: 'openai-chat',
    model: 'any',
    stream: false,
    turns,
    tools,
    parameters,
    extras: {},
  }
  const { body, losses } = writeRequest(request, { model })
  return { body: JSON.parse(JSON.stringify(body)), losses: losses.map(loss => loss.what) }
}

describe('a request for Cohere', () => {
  test('has roles, text and sampling under Cohere’s names', () => {
    const turns: Turn[] = [{ role: 'developer', parts: [text('Be brief')] }, HI]
    expect(write(turns, { maxTokens: 9, topP: 0.5, topK: 3, stop: ['x'], seed: 7 })).toEqual({
      body: {
        model: 'command-a-03-2025',
        messages: [
          { role: 'system', content: 'Be brief' },
          { role: 'user', content: 'Hi' },
        ],
        max_tokens: 9,
        p: 0.5,
        k: 3,
        stop_sequences: ['x'],
        seed: 7,
        stream: false,
      },
      losses: [],
    })
  })

  test('has reasoning before calls as their plan', () => {
    const turns: Turn[] = [HI, { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm' }, call] }, user(result)]
    expect(write(turns).body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        tool_plan: 'Hm',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    ])
  })

  test('has reasoning before an answer as thinking, for models that think', () => {
    const turns: Turn[] = [HI, { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm' }, text('Yes')] }]
    const thinking = write(turns, { reasoning: { mode: 'on', budget: 500 } }, [], 'command-a-reasoning-08-2025')
    expect(thinking.body.messages[1].content).toEqual([
      { type: 'thinking', thinking: 'Hm' },
      { type: 'text', text: 'Yes' },
    ])
    expect(thinking.body.thinking).toEqual({ type: 'enabled', token_budget: 500 })
    expect(write(turns).losses).toEqual(['earlier reasoning'])
  })

  test.each<[RequestParameters['toolChoice'], string | undefined, string[], string[]]>([
    [undefined, undefined, ['look', 'wait'], []],
    [{ type: 'auto' }, undefined, ['look', 'wait'], []],
    [{ type: 'none' }, 'NONE', ['look', 'wait'], []],
    [{ type: 'required' }, 'REQUIRED', ['look', 'wait'], []],
    [{ type: 'tool', name: 'wait' }, 'REQUIRED', ['wait'], ['tool choice']],
    [{ type: 'allowed', names: ['look'], required: false }, undefined, ['look'], ['tool choice']],
  ])('tool choice %j', (toolChoice, word, shown, losses) => {
    const written = write([HI], { toolChoice }, [tool('look'), tool('wait')])
    const names = written.body.tools.map((one: { function: { name: string } }) => one.function.name)
    expect([written.body.tool_choice, names, written.losses]).toEqual([word, shown, losses])
  })

  test('is strict about all tools or none', () => {
    expect(write([HI], {}, [tool('look', true)]).body.strict_tools).toBe(true)
    expect(write([HI], {}, [tool('look', true), tool('wait')]).losses).toEqual(['tool strictness'])
  })

  test('changes unsupported values to supported ones', () => {
    const { body, losses } = write([HI], { topP: 1, temperature: 2, frequencyPenalty: -1 })
    expect([body.p, body.temperature, body.frequency_penalty]).toEqual([0.99, 1, 0])
    expect(losses).toEqual(['topP', 'temperature', 'frequencyPenalty'])
  })

  test('enforces a format, but not together with tools', () => {
    const format = { type: 'json-schema', schema: { type: 'object' } } as const
    expect(write([HI], { format }).body.response_format).toEqual({
      type: 'json_object',
      json_schema: { type: 'object' },
    })
    expect(write([HI], { format }, [tool('look')]).losses).toEqual(['format'])
  })

  test('has images of any kind by address, and refuses other media', () => {
    const image: Part = {
      type: 'media',
      kind: 'image',
      source: { type: 'url', url: 'https://a.example/b.png' },
      mime: null,
    }
    expect(write([user(image)]).body.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] },
    ])
    expect(() => write([user({ ...image, kind: 'video' })])).toThrow(RequestRefused)
  })
})
