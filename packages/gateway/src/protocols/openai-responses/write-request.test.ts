import { describe, expect, test } from 'bun:test'
import type { Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, RequestParameters, Tool, Turn } from '../../canonical/request.ts'
import { RequestRefused } from '../common/losses.ts'
import type { ResponsesRequestContext } from './quirks.ts'
import { writeRequest } from './write-request.ts'

const said = (text: string): Turn => ({ role: 'user', parts: [{ type: 'text', text }] })
const request = (turns: Turn[], parameters: RequestParameters = {}, tools: Tool[] = []): CanonicalRequest => ({
  dialect: 'anthropic-messages',
  model: 'any',
  stream: false,
  turns,
  tools,
  parameters,
  extras: {},
})
const write = (turns: Turn[], parameters?: RequestParameters, context: Partial<ResponsesRequestContext> = {}) =>
  writeRequest(request(turns, parameters), { model: 'gpt-5', ...context })
const what = (losses: { what: string }[]) => losses.map(loss => loss.what)

describe('a request for OpenAI Responses', () => {
  test('is not stored, and asks for sealed reasoning', () => {
    expect(write([said('Hi')]).body).toEqual({
      model: 'gpt-5',
      input: [{ role: 'user', content: 'Hi' }],
      include: ['reasoning.encrypted_content'],
      store: false,
    })
  })

  test('does not ask a model that does not reason for signatures', () => {
    expect(write([said('Hi')], {}, { model: 'gpt-4o' }).body).toEqual({
      model: 'gpt-4o',
      input: [{ role: 'user', content: 'Hi' }],
      store: false,
    })
  })

  test('has leading system text as instructions, and later text in its place', () => {
    const system = (text: string): Turn => ({ role: 'system', parts: [{ type: 'text', text }] })
    const { body } = write([system('Be brief.'), said('Hi'), system('Briefer.')])
    expect(body.instructions).toBe('Be brief.')
    expect(body.input).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Briefer.' },
    ])
  })

  test('returns results of the kind of the call they answer, with their media', () => {
    const image: Part = {
      type: 'media',
      kind: 'image',
      mime: 'image/png',
      source: { type: 'data', base64: 'aGk=' },
    }
    const { body, losses } = write([
      said('Hi'),
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'a', name: 'look', arguments: '' },
          { type: 'tool-call', id: 'b', name: 'patch', arguments: '*** Begin', custom: true },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'tool-result', id: 'b', parts: [{ type: 'text', text: 'Done' }] },
          { type: 'tool-result', id: 'a', parts: [{ type: 'text', text: 'See' }, image], isError: true },
        ],
      },
    ])
    expect(body.input).toEqual([
      { role: 'user', content: 'Hi' },
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: '*** Begin' },
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_text', text: 'See' },
          { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,aGk=' },
        ],
      },
      { type: 'custom_tool_call_output', call_id: 'b', output: 'Done' },
    ])
    expect(what(losses)).toEqual(['tool result error flag'])
  })

  test('returns reasoning sealed by its own family under its own id, and none of other families', () => {
    const own: Part = { type: 'reasoning', text: 'Hm.', signature: { origin: 'openai', value: 'gAAA', id: 'rs_1' } }
    const other: Part = { type: 'reasoning', text: 'Ha.', signature: { origin: 'anthropic', value: 'c2ln' } }
    const { body, losses } = write([said('Hi'), { role: 'assistant', parts: [own, other] }, said('On')])
    expect(body.input).toEqual([
      { role: 'user', content: 'Hi' },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'gAAA',
      },
      { role: 'user', content: 'On' },
    ])
    expect(what(losses)).toEqual(['signature', 'earlier reasoning'])
  })

  test('has plain reasoning for a host that reads it', () => {
    const turn: Turn = { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }] }
    const { body, losses } = write([said('Hi'), turn], {}, { quirks: { reasoningBack: 'content' } })
    expect(body.input).toEqual([
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_0', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
    ])
    expect(losses).toEqual([])
  })

  test('enforces functions’ schemas only on request', () => {
    const tools: Tool[] = [
      { type: 'function', name: 'a', schema: { type: 'object' } },
      { type: 'function', name: 'b', strict: true },
      { type: 'custom', name: 'c' },
    ]
    const { body } = writeRequest(request([said('Hi')], { toolChoice: { type: 'tool', name: 'c' } }, tools), {
      model: 'gpt-5',
    })
    expect(body.tools).toEqual([
      { type: 'function', name: 'a', parameters: { type: 'object' }, strict: false },
      { type: 'function', name: 'b', parameters: null, strict: true },
      { type: 'custom', name: 'c' },
    ])
    expect(body.tool_choice).toEqual({ type: 'custom', name: 'c' })
  })

  test('has another family’s web search as its own', () => {
    const value = { type: 'web_search_20250305', allowed_domains: ['example.com'], max_uses: 2 }
    const tool: Tool = { type: 'server', kind: 'web_search', dialect: 'anthropic-messages', value }
    const { body, losses } = writeRequest(request([said('Hi')], {}, [tool]), { model: 'gpt-5' })
    expect(body.tools).toEqual([{ type: 'web_search', filters: { allowed_domains: ['example.com'] } }])
    expect(what(losses)).toEqual(['tool web_search "max_uses"'])
  })

  test('has cache marks as breakpoints for models that take them', () => {
    const marked: Turn = { role: 'user', parts: [{ type: 'text', text: 'Hi', cache: { ttl: '5m' } }] }
    expect(write([marked], {}, { model: 'gpt-5.6' }).body.input).toEqual([
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
    ])
    const older = write([marked])
    expect(older.body.input).toEqual([{ role: 'user', content: 'Hi' }])
    expect(what(older.losses)).toEqual(['cache mark'])
  })

  test('raises a limit below the least, and reports it', () => {
    const { body, losses } = write([said('Hi')], { maxTokens: 1 })
    expect(body.max_output_tokens).toBe(16)
    expect(what(losses)).toEqual(['maxTokens'])
  })

  test('requests log probabilities by their name in `include`', () => {
    expect(write([said('Hi')], { logprobs: true, topLogprobs: 2 }, { model: 'gpt-4o' }).body).toMatchObject({
      include: ['message.output_text.logprobs'],
      top_logprobs: 2,
    })
  })

  test('is refused for sound and several answers', () => {
    const sound: Part = { type: 'media', kind: 'audio', mime: 'audio/wav', source: { type: 'data', base64: 'aGk=' } }
    expect(() => write([{ role: 'user', parts: [sound] }])).toThrow(RequestRefused)
    expect(() => write([said('Hi')], { n: 2 })).toThrow(RequestRefused)
  })
})
