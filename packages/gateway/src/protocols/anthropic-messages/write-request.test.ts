import { describe, expect, test } from 'bun:test'
import type { CanonicalRequest, RequestParameters, Turn } from '../../canonical/request.ts'
import { RequestRefused } from '../common/losses.ts'
import { writeRequest } from './write-request.ts'

const HI: Turn = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] }

const request = (
  turns: Turn[],
  parameters: RequestParameters = {},
  rest: Partial<CanonicalRequest> = {},
): CanonicalRequest => ({
  dialect: 'openai-chat',
  model: 'any',
  stream: false,
  turns,
  tools: [],
  parameters,
  extras: {},
  ...rest,
})
const write = (
  turns: Turn[],
  parameters?: RequestParameters,
  model = 'claude-sonnet-4-0',
  rest?: Partial<CanonicalRequest>,
) => writeRequest(request(turns, parameters, rest), { model })
const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'look', arguments: '{}' })
const result = (id: string) => ({
  type: 'tool-result' as const,
  id,
  parts: [{ type: 'text' as const, text: `of ${id}` }],
})
const look = { type: 'function' as const, name: 'look' }

describe('a request for Messages', () => {
  test('gets a limit if the client set none', () => {
    expect(write([HI]).body.max_tokens).toBe(8192)
    expect(writeRequest(request([HI]), { model: 'm', defaultMaxTokens: 5 }).body.max_tokens).toBe(5)
  })

  test('has results right after their calls and before other text, in any original order', () => {
    const { body } = write([
      { role: 'user', parts: [result('b')] },
      { role: 'assistant', parts: [call('a'), call('b')] },
      { role: 'user', parts: [{ type: 'text', text: 'Also:' }, result('a')] },
    ])
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'look', input: {} },
          { type: 'tool_use', id: 'b', name: 'look', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'of a' }] },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'of b' }] },
          { type: 'text', text: 'Also:' },
        ],
      },
    ])
  })

  test('keeps an image from a tool in its result', () => {
    const image = {
      type: 'media' as const,
      kind: 'image' as const,
      source: { type: 'data' as const, base64: '/9j/AA' },
      mime: null,
    }
    const { body } = write([
      HI,
      { role: 'assistant', parts: [call('a')] },
      { role: 'user', parts: [{ ...result('a'), parts: [image] }] },
    ])
    expect(JSON.stringify(body.messages)).toContain(
      '{"type":"tool_result","tool_use_id":"a","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"/9j/AA"}}]}',
    )
  })

  test('has valid ids that still match, whatever the originals', () => {
    const { body } = write([
      HI,
      { role: 'assistant', parts: [call('functions.look:0')] },
      { role: 'user', parts: [result('functions.look:0')] },
    ])
    const ids = JSON.stringify(body.messages)
      .match(/"(id|tool_use_id)":"[^"]+"/g)
      ?.map(found => found.split('"')[3])
    expect(ids?.[0]).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(ids?.[1]).toBe(ids?.[0])
  })

  test('keeps integers in arguments that no double holds', () => {
    const { body } = write([
      HI,
      { role: 'assistant', parts: [{ ...call('a'), arguments: '{"n":12345678901234567890}' }] },
    ])
    expect(JSON.stringify(body)).toContain('"input":{"n":12345678901234567890}')
  })

  test('omits empty texts', () => {
    const { body } = write([{ role: 'user', parts: [{ type: 'text', text: ' ' }, ...HI.parts] }])
    expect(body.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }])
  })

  test('keeps the last four of more than four cache marks', () => {
    const parts = ['1', '2', '3', '4', '5'].map(text => ({ type: 'text' as const, text, cache: {} }))
    const { body, losses } = write([{ role: 'user', parts }])
    const marked = JSON.stringify(body).matchAll(/"text":"(\d)","cache_control"/g)
    expect([...marked].map(([, text]) => text)).toEqual(['2', '3', '4', '5'])
    expect(losses).toEqual([{ what: 'cache mark', why: 'Messages takes 4; the earliest were left out' }])
  })

  test('keeps later system text in its place, marked as such', () => {
    const later: Turn = { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }
    expect(write([HI, later]).body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: '<system>Be brief.</system>' },
        ],
      },
    ])
    expect(write([HI, later], {}, 'claude-opus-4-8').body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
    ])
  })

  test('for several answers is refused', () => {
    expect(() => write([HI], { n: 2 })).toThrow(RequestRefused)
  })
})

describe('thinking', () => {
  test('an effort is a budget for older models and an effort for newer ones', () => {
    const reasoning = { mode: 'on', effort: 'high' } as const
    expect(write([HI], { reasoning }).body).toMatchObject({
      max_tokens: 17_408,
      thinking: { type: 'enabled', budget_tokens: 16_384 },
    })
    expect(write([HI], { reasoning }, 'claude-opus-4-6').body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
  })

  test('the budget stays under the limit', () => {
    const { body } = write([HI], { maxTokens: 2000, reasoning: { mode: 'on', budget: 5000 } })
    expect(body).toMatchObject({ max_tokens: 2000, thinking: { budget_tokens: 1999 } })
  })

  test('excludes another temperature', () => {
    const { body, losses } = write([HI], { temperature: 0.2, reasoning: { mode: 'on', effort: 'low' } })
    expect(body.temperature).toBeUndefined()
    expect(losses).toEqual([{ what: 'temperature', why: 'thinking takes only the default' }])
  })

  test('is dropped for a forced tool call', () => {
    const { body, losses } = write([HI], { reasoning: { mode: 'on' }, toolChoice: { type: 'required' } }, undefined, {
      tools: [look],
    })
    expect(body.thinking).toBeUndefined()
    expect(body.tool_choice).toEqual({ type: 'any' })
    expect(losses.map(loss => loss.what)).toEqual(['reasoning'])
  })

  test('is left out if the call being answered came without its signature', () => {
    const turns: Turn[] = [HI, { role: 'assistant', parts: [call('a')] }, { role: 'user', parts: [result('a')] }]
    expect(write(turns, { reasoning: { mode: 'on' } }).body.thinking).toBeUndefined()
    const signature = { origin: 'anthropic', value: 'c2Vs' }
    const sealed: Turn = { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm', signature }, call('a')] }
    const { body } = write(turns.with(1, sealed), { reasoning: { mode: 'on' } })
    expect(body.thinking).toEqual({ type: 'enabled', budget_tokens: 8192 })
    expect(JSON.stringify(body.messages)).toContain('{"type":"thinking","thinking":"Hm","signature":"c2Vs"}')
  })

  test('drops another family’s signature and keeps its visible reasoning as text', () => {
    const { body, losses } = write([
      HI,
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm', signature: { origin: 'openai', value: 'ZW5j' } }] },
    ])
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: [{ type: 'text', text: '<thinking>\nHm\n</thinking>' }] },
    ])
    expect(losses.map(loss => loss.what)).toEqual(['signature', 'earlier reasoning'])
  })
})

describe('tools', () => {
  test('choices and parallel calls', () => {
    const choose = (parameters: RequestParameters) =>
      write([HI], parameters, undefined, { tools: [look] }).body.tool_choice
    expect(choose({})).toBeUndefined()
    expect(choose({ parallelToolCalls: false })).toEqual({ type: 'auto', disable_parallel_tool_use: true })
    expect(choose({ toolChoice: { type: 'tool', name: 'look' } })).toEqual({ type: 'tool', name: 'look' })
    expect(choose({ toolChoice: { type: 'none' }, parallelToolCalls: false })).toEqual({ type: 'none' })
  })

  test('a web search from another dialect becomes this one’s', () => {
    const value = { search_context_size: 'low', user_location: { type: 'approximate', approximate: { city: 'Bern' } } }
    const tools = [{ type: 'server' as const, kind: 'web_search', dialect: 'openai-chat', value }]
    expect(write([HI], {}, undefined, { tools }).body.tools).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 1,
        user_location: { type: 'approximate', city: 'Bern' },
      },
    ])
  })
})
