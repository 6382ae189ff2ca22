import { describe, expect, test } from 'bun:test'
import { type Format, observers } from '../protocols/index.ts'
import { estimateTokens } from '../usage/estimate-tokens.ts'
import { isEmpty, newTally, type Tally } from './tally.ts'

const sse = (...events: (object | string)[]) =>
  events.map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)

/** Streams texts through an observer, one chunk each, and returns the output of each push and of the end. */
function stream(format: Format, chunks: string[], hideUsage = false) {
  const observer = observers[format].stream({ hideUsage })
  const said = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)
  const passed = [...chunks.map(chunk => said(observer.push(new TextEncoder().encode(chunk)))), said(observer.end())]
  return { passed, tally: observer.tally }
}

/** The fields that differ from an untouched tally. */
function told(tally: Readonly<Tally>) {
  const { outputBytes: _, ...fields } = tally
  const blank: Record<string, unknown> = { ...newTally() }
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !Bun.deepEquals(value, blank[name])))
}

const delta = (delta: object, finish_reason: string | null = null) => ({
  id: 'c1',
  model: 'm',
  choices: [{ delta, finish_reason }],
})
const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
const usageOnly = { id: 'c1', model: 'm', choices: [], usage }

describe('a chat stream', () => {
  test('is tallied from its first word to its last', () => {
    const chunks = sse(
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Hm', reasoning: 'Hm' }),
      delta({ content: 'Yes' }),
      delta({ tool_calls: [{ index: 0, id: 't', function: { name: 'find', arguments: '{}' } }] }),
      { ...delta({}, 'tool_calls'), service_tier: 'default' },
      usageOnly,
      '[DONE]',
    )
    const { passed, tally } = stream('openai-chat', chunks)
    expect(passed).toEqual([...chunks, null])
    expect(told(tally)).toEqual({
      usage: expect.objectContaining({ input: 7, output: 3, raw: usage }),
      usageIsFinal: true,
      outputTokens: estimateTokens('HmYesfind{}'),
      countedTokens: estimateTokens('HmYesfind{}'),
      showsReasoning: true,
      isEnding: true,
      produced: true,
      finished: true,
      finishReason: 'tool_calls',
      model: 'm',
      responseId: 'c1',
      serviceTier: 'default',
    })
    expect(tally.outputBytes).toBe(chunks.join('').length)
  })

  test('hides only the usage that the client did not request', () => {
    const chunks = sse(
      { choices: [], prompt_filter_results: [] },
      { ...delta({ content: 'a' }, 'stop'), usage: null },
      usageOnly,
      '[DONE]',
    )
    const { passed, tally } = stream('openai-chat', chunks, true)
    expect(passed).toEqual([chunks[0] ?? '', chunks[1] ?? '', null, chunks[3] ?? '', null])
    expect(tally.usage?.raw).toEqual(usage)
  })

  test('hides it in the middle of a chunk and across chunks', () => {
    const [answer = '', report = '', done = ''] = sse(delta({ content: 'a' }), usageOnly, '[DONE]')
    expect(stream('openai-chat', [answer + report + done], true).passed).toEqual([answer + done, null])
    const pieces = [answer + report.slice(0, 9), report.slice(9), done.slice(0, 8), done.slice(8, -1)]
    expect(stream('openai-chat', pieces, true).passed).toEqual([answer, null, null, null, done.slice(0, -1)])
  })

  test('usage with text is never hidden', () => {
    const [chunk = ''] = sse({ ...delta({ content: 'a' }, 'stop'), usage })
    expect(stream('openai-chat', [chunk], true).passed).toEqual([chunk, null])
  })

  test.each([
    ['inside the choice', { choices: [{ delta: {}, finish_reason: 'stop', usage }] }],
    ['under x_groq', { ...delta({}, 'stop'), x_groq: { usage } }],
  ])('usage may be %s', (_where, event) => {
    const { tally } = stream('openai-chat', sse(event))
    expect([tally.usage?.raw, tally.usageIsFinal]).toEqual([usage, true])
  })

  test('of repeated reports the later fields count, but zeros and blanks do not replace counts', () => {
    const reports = [
      { prompt_tokens: 7, completion_tokens: 1 },
      { prompt_tokens: 7, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 2 } },
      { prompt_tokens: 0, completion_tokens: 0, prompt_tokens_details: null },
    ]
    const { tally } = stream('openai-chat', sse(...reports.map(report => ({ choices: [], usage: report }))))
    expect(tally.usage).toMatchObject({ input: 5, cacheRead: 2, output: 30 })
  })

  test('usage before the end is not final', () => {
    const { tally } = stream('openai-chat', sse({ ...delta({ content: 'a' }), usage }))
    expect([tally.usage?.raw, tally.usageIsFinal]).toEqual([usage, false])
  })

  test('an error inside is noted, and so is the text before it', () => {
    const { tally } = stream('openai-chat', [
      ...sse(delta({ content: 'abc' })),
      'event: error\ndata: {"error":{"message":"no","code":"tool_use_failed","status_code":400}}\n\n',
    ])
    expect(told(tally)).toMatchObject({
      outputTokens: estimateTokens('abc'),
      error: { status: 400, message: 'no', type: null, code: 'tool_use_failed', param: null },
    })
  })

  test('that breaks off is neither finished nor empty', () => {
    const { tally } = stream('openai-chat', ['data: {"choices":[{"delta":{"content":"half"}}]}\n\ndata: {"cho'])
    expect(told(tally)).toEqual({ outputTokens: estimateTokens('half'), produced: true, asides: 1 })
  })

  test('of invalid events changes nothing and breaks nothing', () => {
    const nonsense = [null, 1, [], {}, { choices: null }, { choices: {} }, { choices: [null, 1, { delta: 'x' }] }]
    const odd = [{ choices: [{ delta: { content: { a: 1 }, tool_calls: [null, { function: 7 }] }, finish_reason: 5 }] }]
    const { tally } = stream('openai-chat', [
      ...[...nonsense, ...odd].map(event => `data: ${JSON.stringify(event)}\n\n`),
      'data: <html>\n\n',
    ])
    expect(told(tally)).toEqual({ asides: 4 })
    expect(isEmpty(tally)).toBe(true)
  })

  test('counts content and thinking in parts, refusals, legacy text and spoken words', () => {
    const pieces = [
      {
        choices: [
          { delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: '12' }] }, { text: '345' }] } },
        ],
      },
      delta({ refusal: '6' }),
      { choices: [{ text: '789' }] },
      delta({ audio: { transcript: '0' } }),
      delta({
        reasoning_details: [
          { type: 'reasoning.text', text: 'ab' },
          { type: 'reasoning.encrypted', data: 'zzz' },
        ],
      }),
      delta({ function_call: { name: 'f', arguments: 'g' } }),
      delta({ tool_calls: [{ type: 'custom', custom: { name: 'h', input: 'i' } }] }),
    ]
    expect(stream('openai-chat', sse(...pieces)).tally.outputTokens).toBe(estimateTokens('1234567890abfghi'))
  })
})

describe('a frame too long to read', () => {
  test('passes and is noted once', () => {
    const long = `data: ${'x'.repeat(17 * 1024 * 1024)}\n\n`
    const { passed, tally } = stream('openai-chat', [long], true)
    expect(passed.map(text => text?.length)).toEqual([long.length, undefined])
    expect(told(tally)).toEqual({ suspect: ['frame too long to read'] })
  })
})

describe('a Messages stream', () => {
  const start = {
    type: 'message_start',
    message: {
      id: 'msg',
      model: 'claude',
      content: [],
      usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 },
    },
  }

  test('adds the counts of its end to those of its start', () => {
    const { tally } = stream(
      'anthropic-messages',
      sse(
        start,
        { type: 'ping' },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sealed' } },
        { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', name: 'find', input: {} } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20, input_tokens: 0 } },
        { type: 'message_stop' },
      ),
    )
    expect(told(tally)).toEqual({
      usage: expect.objectContaining({ input: 10, cacheRead: 5, output: 20 }),
      usageIsFinal: true,
      outputTokens: estimateTokens('Hihmfind{"a":1}'),
      countedTokens: estimateTokens('Hihmfind{"a":1}'),
      isEnding: true,
      produced: true,
      finished: true,
      finishReason: 'tool_use',
      model: 'claude',
      responseId: 'msg',
    })
  })

  test('that breaks off has usage that is not final', () => {
    const { tally } = stream('anthropic-messages', sse(start))
    expect([tally.usage?.input, tally.usageIsFinal, tally.finished]).toEqual([10, false, false])
  })

  test('may end in an error, and event names known to JavaScript have no effect', () => {
    const { tally } = stream(
      'anthropic-messages',
      sse(
        { type: 'constructor' },
        { type: '__proto__' },
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      ),
    )
    expect(told(tally)).toEqual({
      asides: 1,
      error: { status: 529, message: 'Overloaded', type: 'overloaded_error', code: null, param: null },
    })
  })
})

describe('a Responses stream', () => {
  const search = (type: string) => ({ type: 'web_search_call', status: 'completed', action: { type } })
  const message = { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }

  test('counts its deltas once, and the searches billed', () => {
    const others = ['file_search_call', 'x_search_call', 'x_search_call'].map(type => ({ type, status: 'completed' }))
    const output = [search('search'), search('open_page'), ...others, message]
    const { tally } = stream(
      'openai-responses',
      sse(
        { type: 'response.created', response: { id: 'resp', model: 'gpt', status: 'in_progress', error: null } },
        ...output.map(item => ({ type: 'response.output_item.done', item })),
        { type: 'response.output_text.delta', delta: 'Hel' },
        { type: 'response.output_text.delta', delta: 'lo' },
        { type: 'response.audio.delta', delta: 'UklGRg==' },
        { type: 'response.output_text.done', text: 'Hello' },
        {
          type: 'response.completed',
          response: { status: 'completed', output, usage: { input_tokens: 5, output_tokens: 2 } },
        },
      ),
    )
    const toolCalls = { web_search: 1, file_search: 1, x_search: 2 }
    expect(told(tally)).toEqual({
      usage: expect.objectContaining({ input: 5, output: 2, toolCalls }),
      usageIsFinal: true,
      toolCalls,
      outputTokens: estimateTokens('Hello'),
      countedTokens: estimateTokens('Hello'),
      media: expect.objectContaining({ imageOutput: 0, counted: { imageOutput: 0, audioOutput: 8 / 2_560 } }),
      isEnding: true,
      produced: true,
      finished: true,
      finishReason: 'completed',
      model: 'gpt',
      responseId: 'resp',
    })
  })

  test('that breaks off keeps the searches so far', () => {
    const { tally } = stream('openai-responses', sse({ type: 'response.output_item.done', item: search('search') }))
    expect([tally.toolCalls, tally.usage, tally.finished]).toEqual([{ web_search: 1 }, null, false])
  })

  test('notes why it is incomplete and why it failed', () => {
    const incomplete = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    expect(stream('openai-responses', sse({ type: 'response.incomplete', response: incomplete })).tally).toMatchObject({
      finished: true,
      finishReason: 'max_output_tokens',
      error: null,
    })
    const failed = { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down' } }
    expect(stream('openai-responses', sse({ type: 'response.failed', response: failed })).tally).toMatchObject({
      finished: true,
      error: { status: 429, message: 'Slow down', code: 'rate_limit_exceeded' },
    })
    expect(
      stream('openai-responses', sse({ type: 'error', code: 'server_error', message: 'Oops', param: null })).tally
        .error,
    ).toEqual({
      status: 500,
      message: 'Oops',
      type: null,
      code: 'server_error',
      param: null,
    })
  })
})

describe('a Gemini answer', () => {
  const event = (parts: object[], finishReason?: string) => ({
    candidates: [{ content: { parts }, finishReason }],
    usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 },
    modelVersion: 'gemini-2.5-pro',
    responseId: 'r',
  })

  test('is finished by its finish reason, as a stream, an object or a list', () => {
    const events = [
      event([{ text: 'Hi', thought: true }]),
      event([{ functionCall: { name: 'f', args: { a: 1 } } }], 'STOP'),
    ]
    const expected = {
      usage: expect.objectContaining({ input: 4, output: 2 }),
      usageIsFinal: true,
      outputTokens: estimateTokens('Hif{"a":1}'),
      countedTokens: estimateTokens('Hif{"a":1}'),
      produced: true,
      finished: true,
      finishReason: 'STOP',
      model: 'gemini-2.5-pro',
      responseId: 'r',
    }
    expect(told(stream('gemini', sse(...events)).tally)).toEqual(expected)
    expect(told(observers.gemini.whole(JSON.stringify(events)))).toEqual(expected)
    const [first, last] = events
    expect(stream('gemini', sse(first ?? '')).tally).toMatchObject({ finished: false, usageIsFinal: false })
    const outputTokens = estimateTokens('f{"a":1}')
    expect(observers.gemini.whole(JSON.stringify(last))).toMatchObject({ finished: true, outputTokens })
  })

  test('to a refused prompt is finished and free', () => {
    const tally = observers.gemini.whole(
      '{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":9}}',
    )
    expect([tally.finishReason, tally.error, isEmpty(tally)]).toEqual(['SAFETY', null, true])
  })

  test.each([
    ['gemini-2.5-flash', 1],
    ['gemini-3-pro-preview', 3],
  ])('from %s is billed for %d searches', (modelVersion, searches) => {
    const groundingMetadata = { webSearchQueries: ['a', 'b', 'c'] }
    const tally = observers.gemini.whole(JSON.stringify({ modelVersion, candidates: [{ groundingMetadata }] }))
    expect(tally.toolCalls).toEqual({ web_search: searches })
  })
})

describe('an answer that is not streamed', () => {
  test('from Chat, Messages and Responses is tallied like a stream', () => {
    const chat = { id: 'c1', model: 'm', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], usage }
    const messages = {
      type: 'message',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: { output_tokens: 3 },
    }
    const responses = {
      status: 'completed',
      error: null,
      output: [{ type: 'message', content: [{ text: 'Hi' }] }],
      usage: { output_tokens: 3 },
    }
    const ending = {
      outputTokens: estimateTokens('Hi'),
      produced: true,
      finished: true,
      usageIsFinal: true,
      error: null,
    }
    expect(observers['openai-chat'].whole(JSON.stringify(chat))).toMatchObject({ ...ending, finishReason: 'stop' })
    expect(observers['anthropic-messages'].whole(JSON.stringify(messages))).toMatchObject({
      ...ending,
      finishReason: 'end_turn',
    })
    expect(observers['openai-responses'].whole(JSON.stringify(responses))).toMatchObject({
      ...ending,
      finishReason: 'completed',
    })
  })

  test('counts tool calls by their arguments, even if these are not text', () => {
    const block = { type: 'tool_use', name: 'find', input: { a: 1 } }
    expect(
      observers['anthropic-messages'].whole(JSON.stringify({ type: 'message', content: [block] })).outputTokens,
    ).toBe(estimateTokens('find{"a":1}'))
  })

  test('of embeddings is charged for its prompt', () => {
    const tally = observers['openai-embeddings'].whole(
      '{"object":"list","data":[{"embedding":[0.1,\n-2e-5]}],"model":"e","usage":{"prompt_tokens":6,"total_tokens":6}}',
    )
    expect(told(tally)).toEqual({
      usage: expect.objectContaining({ input: 6, output: 0 }),
      usageIsFinal: true,
      produced: true,
      finished: true,
      model: 'e',
    })
  })

  test('of moderations counts as output without usage, and a token count uses nothing', () => {
    const moderation = observers['openai-moderations'].whole(
      '{"id":"mod","model":"omni","results":[{"flagged":false}]}',
    )
    expect([moderation.produced, moderation.usage]).toEqual([true, null])
    const count = observers['anthropic-count-tokens'].whole('{"input_tokens":99}')
    expect([count.error, count.usage?.input, isEmpty(count)]).toEqual([null, 0, true])
  })

  const bareTexts: Format[] = ['openai-transcriptions', 'openai-translations']
  const formats = Object.keys(observers) as Format[] // the registry's own keys
  test.each(formats.filter(format => !bareTexts.includes(format)))(
    '%s: a body that is not an answer is an error with its own sentence or ours',
    format => {
      const unreadable = 'The upstream answered with something that cannot be read'
      const bodies: [string, string][] = [
        ['', unreadable],
        ['<html>', unreadable],
        ['"text"', unreadable],
        ['{"error":{"message":"no","code":429}}', 'no'],
      ]
      for (const [body, message] of bodies) {
        expect(observers[format].whole(body)).toMatchObject({ finished: false, error: { message } })
      }
    },
  )

  test('a success with nothing but a message is an error', () => {
    const tally = observers['openai-chat'].whole('{"code":429,"msg":"too busy"}')
    expect(tally.error).toMatchObject({ status: 429, message: 'too busy' })
  })
})
