import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { dialects, observers } from '../protocols/index.ts'
import { charge } from './charge.ts'
import { planHold } from './holds/index.ts'
import { GENEROUS } from './model-limits.ts'
import { FREE, UNPRICED } from './price-of.ts'
import { feeOf, OTHER_FEES, TOOL_PRICES } from './tool-fees.ts'

const terms = { price: UNPRICED, groupRatio: 1, quotaPerUnit: 500_000 }
const runs = { seed: 25, numRuns: 300 }

type Format = 'openai-responses' | 'gemini' | 'anthropic-messages' | 'openai-chat'

/** Uses of billed tools, as the gateway counts them in an answer that it passes on, streams and converts. */
function toolCallsOf(format: Format, answer: object): Record<string, number>[] {
  const passed = observers[format].whole(JSON.stringify(answer))
  const converted = dialects[format]
    .readWhole(answer)
    .flatMap(event => ('usage' in event && event.usage ? [event.usage.toolCalls] : []))
    .at(-1)
  return [passed.usage?.toolCalls ?? passed.toolCalls, ...(converted ? [converted] : [])]
}

function streamed(events: readonly object[]): Record<string, number> {
  const observer = observers['openai-responses'].stream({ hideUsage: false })
  for (const event of events) observer.push(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  observer.end()
  return observer.tally.toolCalls
}

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }

describe('tools that an upstream runs', () => {
  const memory = fc.constantFrom(undefined, '1g', '4g', '16g', '64g', '128g')
  const dollarsOf: Record<string, number> = { '1g': 0.03, '4g': 0.12, '16g': 0.48, '64g': 1.92, '128g': 1.92 }

  test('each container costs its size once, however often code runs in it', () => {
    fc.assert(
      fc.property(memory, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 9 }), (size, ids) => {
        const tools = [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: size } }]
        const output = ids.map((id, at) => ({
          type: 'code_interpreter_call',
          id: `ci_${at}`,
          status: 'completed',
          container_id: `cntr_${id}`,
          code: '1',
        }))
        const response = { object: 'response', id: 'r', model: 'm', status: 'completed', tools, output, usage }
        const dollars = (dollarsOf[size ?? '1g'] ?? 0) * new Set(ids).size
        const seen = [
          ...toolCallsOf('openai-responses', response),
          streamed([
            { type: 'response.created', response: { ...response, output: [], usage: null } },
            ...output.map(item => ({ type: 'response.output_item.done', item })),
          ]),
          streamed([
            ...output.map(item => ({ type: 'response.output_item.done', item })),
            { type: 'response.completed', response },
          ]),
        ]
        for (const calls of seen) expect(feesOf(calls)).toBeCloseTo(dollars, 6)
      }),
      runs,
    )
  })

  test('a container named by its id costs the most possible, unless the answer reports its memory', () => {
    const code = { type: 'code_interpreter_call', id: 'ci', status: 'completed', container_id: 'cntr_1', code: '1' }
    const shell = { type: 'shell_call', id: 'sh', status: 'completed', environment: { container_id: 'cntr_1' } }
    const reference = { type: 'container_reference', container_id: 'cntr_1' }
    const cases: [tool: object, ran: object, dollars: number][] = [
      [{ type: 'code_interpreter', container: 'cntr_1' }, code, 1.92],
      [{ type: 'shell', environment: reference }, shell, 1.92],
      [{ type: 'shell', environment: { ...reference, memory_limit: '4g' } }, shell, 0.12],
      [{ type: 'shell', environment: { type: 'container_auto' } }, shell, 0.03],
    ]
    for (const [tool, item, dollars] of cases) {
      const response = {
        object: 'response',
        id: 'r',
        model: 'm',
        status: 'completed',
        tools: [tool],
        output: [item],
        usage,
      }
      for (const calls of toolCallsOf('openai-responses', response)) expect(feesOf(calls)).toBeCloseTo(dollars, 6)
    }
  })

  test('a model that searches unasked is held with its searches', () => {
    const body: Record<string, unknown> = { messages: [{ role: 'user', content: 'Look' }] }
    const text = JSON.stringify(body)
    const hold = (model: string) =>
      planHold(
        {
          format: 'openai-chat',
          askedFormat: 'openai-chat',
          model,
          text,
          member: (name: string) => body[name],
          isStream: false,
          asked: { text, inputTokens: () => 1, choices: 1 } as never,
          limits: GENEROUS,
        },
        terms,
      ).cost(0)
    expect(hold('sonar-deep-research') - hold('sonar')).toBe(0.73 * terms.quotaPerUnit)
  })

  test('images cost by quality, plus their tokens if the answer counts them', () => {
    const dollars: Record<string, number> = { low: 0.016, medium: 0.063, high: 0.25 }
    const quality = fc.constantFrom('low', 'medium', 'high', 'HD', undefined)
    fc.assert(
      fc.property(
        fc.array(quality, { minLength: 1, maxLength: 6 }),
        fc.option(fc.record({ input: fc.nat(90_000), output: fc.integer({ min: 1, max: 90_000 }) })),
        (qualities, counted) => {
          const output = qualities.map((quality, at) => ({
            type: 'image_generation_call',
            id: `ig_${at}`,
            status: 'completed',
            quality,
            result: 'aGk=',
          }))
          const image_gen = counted && { input_tokens: counted.input, output_tokens: counted.output }
          const response = {
            object: 'response',
            id: 'r',
            model: 'm',
            status: 'completed',
            output,
            usage,
            ...(image_gen && { tool_usage: { image_gen } }),
          }
          const byItem = qualities.reduce((sum, one) => sum + (dollars[one ?? ''] ?? 0.25), 0)
          for (const calls of toolCallsOf('openai-responses', response)) {
            if (!counted) expect(feesOf(calls)).toBeCloseTo(byItem, 6)
            else expect(feesOf(calls)).toBeGreaterThanOrEqual((counted.input * 10 + counted.output * 40) / 1_000_000)
          }
        },
      ),
      runs,
    )
  })

  test('tool uses are counted as each host reports them', () => {
    const chat = (more: object, message: object = {}) => ({
      id: 'c',
      object: 'chat.completion',
      model: 'm',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'x', ...message } }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, ...more },
    })
    const gemini = (groundingMetadata: object, candidates = 1) => ({
      modelVersion: 'gemini-3-pro',
      candidates: Array.from({ length: candidates }, (_, index) => ({
        index,
        content: { role: 'model', parts: [{ text: 'x' }] },
        finishReason: 'STOP',
        groundingMetadata,
      })),
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    })
    const message = (more: object) => ({
      type: 'message',
      id: 'a',
      model: 'claude',
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
      ...more,
    })
    const count = fc.integer({ min: 1, max: 9 })
    const family: [Format, (count: number) => object, (count: number) => Record<string, number>][] = [
      ['openai-chat', n => chat({ num_sources_used: n }), n => ({ live_search_source: n })],
      ['openai-chat', n => chat({ num_search_queries: n }), n => ({ search_query: n })],
      [
        'openai-chat',
        n => chat({ citation_tokens: n * 1_000 - 1, reasoning_tokens: n * 5_000 - 999, num_search_queries: n }),
        n => ({ search_query: n, citation_text: n, research_reasoning: 5 * n }),
      ],
      ['openai-chat', n => chat({ reasoning_tokens: n }), () => ({})],
      ['openai-chat', n => chat({ plugins: { search: { count: n } } }), n => ({ web_search: n })],
      ['openai-chat', n => chat({ tool_usage: { web_search: n } }), n => ({ web_search: n })],
      ['openai-chat', n => chat({ server_side_tool_usage_details: { x_search_calls: n } }), n => ({ x_search: n })],
      [
        'openai-chat',
        n => chat({}, { tool_calls: Array.from({ length: n }, (_, at) => moonshotSearch(at)) }),
        n => ({ web_search: n }),
      ],
      [
        'openai-chat',
        n => ({ ...chat({}), web_search: Array(n).fill({ title: 't', link: 'l' }) }),
        () => ({ web_search: 1 }),
      ],
      [
        'gemini',
        n => gemini({ groundingChunks: Array(n).fill({ maps: { placeId: 'p' } }) }),
        () => ({ google_maps: 1 }),
      ],
      ['gemini', n => gemini({ webSearchQueries: Array(n).fill('q') }, 3), n => ({ web_search: 3 * n })],
      ['anthropic-messages', () => message({ container: { id: 'c', expires_at: 'z' } }), () => ({ code_execution: 1 })],
      [
        'anthropic-messages',
        n => message({ usage: { input_tokens: 1, output_tokens: 1, server_tool_use: { web_fetch_requests: n } } }),
        () => ({}),
      ],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...family), count, ([format, answer, expected], n) => {
        for (const calls of toolCallsOf(format, answer(n))) expect(calls).toEqual(expected(n))
      }),
      runs,
    )
  })

  test('a fee is the price’s, otherwise the published one, otherwise that of the dearest search', () => {
    const tool = fc.oneof(fc.constantFrom(...Object.keys({ ...TOOL_PRICES, ...OTHER_FEES })), fc.string())
    const prices = fc.dictionary(tool, fc.integer({ min: 1, max: 5000 }))
    fc.assert(
      fc.property(prices, tool, (own, name) => {
        const all = { ...TOOL_PRICES, ...own }
        const searches = Object.entries(all).flatMap(([key, fee]) => (Object.hasOwn(OTHER_FEES, key) ? [] : [fee]))
        const known: number | undefined = { ...OTHER_FEES, ...all }[name]
        expect(feeOf(all, name)).toBe(Object.hasOwn({ ...OTHER_FEES, ...all }, name) ? known : Math.max(...searches))
        expect(feeOf(FREE.toolPrices, name)).toBeUndefined()
      }),
      runs,
    )
  })

  test('a hold covers the fees of the request’s tools', () => {
    const auto = (more: object) => ({ type: 'auto', ...more })
    const cases: ['openai-responses' | 'gemini' | 'anthropic-messages', object, Record<string, number>][] = [
      ['openai-responses', { type: 'code_interpreter', container: auto({}) }, { code_interpreter: 1 }],
      [
        'openai-responses',
        { type: 'code_interpreter', container: auto({ memory_limit: '64g' }) },
        { code_interpreter_64g: 1 },
      ],
      ['openai-responses', { type: 'shell', environment: { type: 'container_auto' } }, { code_interpreter: 1 }],
      ['openai-responses', { type: 'code_interpreter', container: 'cntr_1' }, { code_interpreter_64g: 1 }],
      [
        'openai-responses',
        { type: 'shell', environment: { type: 'container_reference', container_id: 'cntr_1' } },
        { code_interpreter_64g: 1 },
      ],
      ['openai-responses', { type: 'image_generation' }, { image_generation_high: 3 }],
      ['gemini', { googleMaps: {} }, { google_maps: 1 }],
      ['anthropic-messages', { type: 'code_execution_20250825', name: 'code_execution' }, { code_execution: 1 }],
    ]
    for (const [format, tool, calls] of cases) {
      const hold = (tools: object[]) => {
        const body: Record<string, unknown> = { model: 'm', tools, max_tool_calls: 3 }
        const text = JSON.stringify(body)
        const asked = { text, inputTokens: () => 1, choices: 1 } as never
        const member = (name: string) => body[name]
        const request = {
          format,
          askedFormat: format,
          model: 'm',
          text,
          member,
          isStream: false,
          asked,
          limits: GENEROUS,
        }
        return planHold(request, terms).cost(0)
      }
      expect(hold([tool]) - hold([])).toBeGreaterThanOrEqual(feesOf(calls) * terms.quotaPerUnit)
    }
  })
})

const moonshotSearch = (at: number) => ({
  index: at,
  id: `c${at}`,
  type: 'builtin_function',
  function: { name: '$web_search', arguments: '{}' },
})

const feesOf = (toolCalls: Record<string, number>): number =>
  (charge(terms, { usage: { ...NOTHING, toolCalls } }).other.tool_calls ?? []).reduce(
    (sum, { count, price }) => sum + (count * price) / 1_000,
    0,
  )

const NOTHING =
  observers['openai-chat'].whole('{"choices":[],"usage":{"prompt_tokens":1}}').usage ?? (undefined as never)
