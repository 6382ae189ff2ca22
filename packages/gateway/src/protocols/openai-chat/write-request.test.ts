import { describe, expect, test } from 'bun:test'
import type { CanonicalRequest, RequestParameters, Turn } from '../../canonical/request.ts'
import { asObjects } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import type { ChatQuirks } from './quirks.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const HI: Turn = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
const signature = { origin: 'google', value: 'dGg=' }

const request = (turns: Turn[], parameters: RequestParameters = {}): CanonicalRequest => ({
  dialect: 'anthropic-messages',
  model: 'any',
  stream: false,
  turns,
  tools: [],
  parameters,
  extras: {},
})
const write = (turns: Turn[], parameters?: RequestParameters, model = 'gpt-5') =>
  writeRequest(request(turns, parameters), { model })
const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'look', arguments: '{}' })

describe('a request for OpenAI Chat', () => {
  test('has a tool’s image in the next user message', () => {
    const image = {
      type: 'media' as const,
      kind: 'image' as const,
      source: { type: 'url' as const, url: 'https://example.com/a.png' },
      mime: null,
    }
    const { body, losses } = write([
      HI,
      { role: 'assistant', parts: [call('a')] },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'a', parts: [image] },
          { type: 'text', text: 'Well?' },
        ],
      },
    ])
    expect(body.messages).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '(shown in the next message)' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          { type: 'text', text: 'Well?' },
        ],
      },
    ])
    expect(losses.map(loss => loss.what)).toEqual(['media in a tool result'])
  })

  test('shortens ids over 64 characters, and they still match', () => {
    const id = 'x'.repeat(80)
    const { body } = write([
      HI,
      { role: 'assistant', parts: [call(id)] },
      { role: 'user', parts: [{ type: 'tool-result', id, parts: [] }] },
    ])
    const [first, second] =
      JSON.stringify(body.messages)
        .match(/"(id|tool_call_id)":"[^"]+"/g)
        ?.map(found => found.split('"')[3]) ?? []
    expect(first).toHaveLength(64)
    expect(second).toBe(first)
  })

  test('sends a signature only to the family that made it', () => {
    const turns: Turn[] = [HI, { role: 'assistant', parts: [{ ...call('a'), signature }] }]
    expect(write(turns).losses).toEqual([{ what: 'signature', why: 'only google models can open it' }])
    const { body } = writeRequest(request(turns), { model: 'gemini-3', origin: 'google' })
    expect(JSON.stringify(body)).toContain('"extra_content":{"google":{"thought_signature":"dGg="}}')
  })

  test('returns earlier reasoning in the form the host wants', () => {
    const turns: Turn[] = [
      HI,
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm' },
          { type: 'text', text: 'Yes' },
        ],
      },
    ]
    expect(write(turns).body.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes', reasoning_content: 'Hm' },
    ])
    const refusing = writeRequest(request(turns), { model: 'm', quirks: { reasoningBack: 'none' } })
    expect(refusing.body.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes' },
    ])
    expect(refusing.losses.map(loss => loss.what)).toEqual(['earlier reasoning'])
    const among = writeRequest(request(turns), { model: 'm', quirks: { reasoningBack: 'parts' } })
    expect(among.body.messages).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: 'Yes' },
        ],
      },
    ])
  })

  test('fits a host’s length of ids, without a developer and parameters it lacks', () => {
    const quirks: ChatQuirks = {
      callIds: { maxLength: 9, forbidden: /[^a-zA-Z0-9]/g, isExact: true },
      systemOnly: true,
      lacks: ['seed', 'n'],
      usageUnasked: true,
    }
    const turns: Turn[] = [
      { role: 'developer', parts: [{ type: 'text', text: 'Be brief' }] },
      { role: 'assistant', parts: [call('call_1'), call('abcdef123')] },
      { role: 'user', parts: [{ type: 'tool-result', id: 'call_1', parts: [{ type: 'text', text: 'ok' }] }] },
    ]
    const { body, losses } = writeRequest(
      { ...request(turns, { seed: 7, n: 1 }), stream: true },
      { model: 'm', quirks },
    )
    const [system, calling, result] = asObjects(body.messages)
    const [first, second] = asObjects(calling?.tool_calls)
    expect(system?.role).toBe('system')
    expect(first?.id).toMatch(/^[a-z0-9]{9}$/)
    expect([result?.tool_call_id]).toEqual([first?.id])
    expect(second?.id).toBe('abcdef123')
    expect(Object.keys(body)).toEqual(['model', 'messages', 'stream'])
    expect(losses.map(loss => loss.what)).toEqual(['seed'])
  })

  test('has an effort for a thinking budget, and none for models that do not reason', () => {
    const reasoning = { mode: 'on', budget: 31_999 } as const
    expect(write([HI], { reasoning }).body.reasoning_effort).toBe('high')
    const { body, losses } = write([HI], { reasoning }, 'gpt-4o-mini')
    expect(body.reasoning_effort).toBeUndefined()
    expect(losses).toEqual([{ what: 'reasoning', why: 'this model does not reason' }])
  })

  test('has the grammar of a free-text tool where Chat expects it', () => {
    const grammar = { syntax: 'regex', definition: '[a-z]+' }
    const tool = { type: 'custom' as const, name: 'patch', format: { type: 'grammar', ...grammar } }
    const { body } = writeRequest({ ...request([HI]), tools: [tool] }, { model: 'gpt-5' })
    expect(body.tools).toEqual([{ type: 'custom', custom: { name: 'patch', format: { type: 'grammar', grammar } } }])
    expect(readRequest(body).tools).toEqual([tool])
  })

  test('for a stream requests its usage', () => {
    expect(writeRequest({ ...request([HI]), stream: true }, { model: 'm' }).body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  test('is refused with a file stored at another provider', () => {
    const file = {
      type: 'media' as const,
      kind: 'file' as const,
      source: { type: 'stored' as const, origin: 'anthropic', id: 'f' },
      mime: null,
    }
    expect(() => write([{ role: 'user', parts: [file] }])).toThrow(RequestRefused)
  })
})

describe('a request read from OpenAI Chat', () => {
  const read = (members: object) => readRequest({ model: 'm', messages: [], ...members })

  test('has results of parallel calls in one turn, and signatures removed from both ids', () => {
    const id = `call_1__seal_${Buffer.from('["google","dGg="]').toString('base64url')}`
    const { turns } = read({
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: id, content: 'A' },
        { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: 'B' }] },
      ],
    })
    expect(turns).toEqual([
      { role: 'assistant', parts: [{ ...call('call_1'), signature }] },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'call_1', parts: [{ type: 'text', text: 'A' }] },
          { type: 'tool-result', id: 'call_2', parts: [{ type: 'text', text: 'B' }] },
        ],
      },
    ])
  })

  test('with a member of the wrong type is refused by name', () => {
    expect(() => read({ temperature: 'hot' })).toThrow(
      new RequestRefused('temperature must be a number', 'temperature'),
    )
    expect(() => readRequest({ model: 'm' })).toThrow('messages must be an array')
  })

  test('keeps members without a canonical name', () => {
    expect(read({ prediction: { type: 'content' }, seed: 1, provider: null }).extras).toEqual({
      prediction: { type: 'content' },
    })
  })
})
