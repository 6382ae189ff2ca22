import { describe, expect, test } from 'bun:test'
import { type PriceDocument, receiptOf } from '@tollgate/contract'
import { noUsage, type Usage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import { atBatchPrice } from '../batch-price.ts'
import { charge } from '../charge.ts'
import { compile } from './compile.ts'

/** What this usage costs according to a maker's list. */
interface Example {
  what: string
  source: string
  price: PriceDocument
  tokens?: Partial<Usage>
  used?: Omit<Consumed, 'usage'>
  /** Absent: noon in UTC. */
  at?: string
  serviceFactors?: Record<string, number>
  inBatch?: true
  dollars: number
}

const CLAUDE = 'https://platform.claude.com/docs/en/about-claude/pricing'
const OPENAI = 'https://platform.openai.com/docs/pricing'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/pricing'
const DEEPSEEK = 'https://api-docs.deepseek.com/quick_start/pricing'
const XAI = 'https://docs.x.ai/docs/models'
const MISTRAL = 'https://mistral.ai/pricing'
const QWEN = 'https://www.alibabacloud.com/help/en/model-studio/models'
const COHERE = 'https://cohere.com/pricing'

const opus: PriceDocument = {
  tokens: { input: 5, output: 25, cache_read: 0.5, cache_write_5m: 6.25, cache_write_1h: 10 },
}
const sonnet: PriceDocument = {
  tokens: { input: 3, output: 15, cache_read: 0.3, cache_write_5m: 3.75, cache_write_1h: 6 },
  tiers: [{ above: 200_000, input: 6, output: 22.5, cache_read: 0.6, cache_write_5m: 7.5, cache_write_1h: 12 }],
  tools: { web_search: 10 },
}
const geminiPro: PriceDocument = {
  tokens: { input: 1.25, output: 10, cache_read: 0.125 },
  tiers: [{ above: 200_000, input: 2.5, output: 15, cache_read: 0.25 }],
}
const dallE3: PriceDocument = {
  images: [
    { size: '1024x1024', quality: 'hd', price: 0.08 },
    { quality: 'hd', price: 0.12 },
    { size: '1792x1024', price: 0.08 },
    { size: '1024x1792', price: 0.08 },
    { price: 0.04 },
  ],
}
const deepSeek: PriceDocument = {
  tokens: { input: 0.27, output: 1.1, cache_read: 0.07 },
  hours: [{ from: '16:30', to: '00:30', zone: 'UTC', factor: 0.5 }],
}
const grok: PriceDocument = { tokens: { input: 3, output: 15, cache_read: 0.75 }, tools: { live_search: 25 } }
const qwenCoder: PriceDocument = {
  tokens: { input: 1, output: 5 },
  tiers: [
    { above: 32_000, input: 1.8, output: 9 },
    { above: 128_000, input: 3, output: 15 },
    { above: 256_000, input: 6, output: 60 },
  ],
}

const EXAMPLES: Example[] = [
  {
    what: 'an hour of coding with Claude Opus',
    source: CLAUDE,
    price: opus,
    tokens: { input: 50_000, output: 15_000 },
    dollars: 0.625,
  },
  {
    what: 'the same, most of it read from the cache',
    source: CLAUDE,
    price: opus,
    tokens: { input: 10_000, cacheRead: 40_000, output: 15_000 },
    dollars: 0.445,
  },
  {
    what: 'Claude Opus in a batch',
    source: CLAUDE,
    price: { ...opus, batch: 0.5 },
    tokens: { input: 1_000_000, output: 100_000 },
    inBatch: true,
    dollars: 3.75,
  },
  {
    what: 'Claude Sonnet beyond 200,000 tokens',
    source: CLAUDE,
    price: sonnet,
    tokens: { input: 300_000, output: 2_000 },
    dollars: 1.845,
  },
  {
    what: 'writing to Claude’s caches for five minutes and an hour',
    source: CLAUDE,
    price: sonnet,
    tokens: { cacheWrite5m: 100_000, cacheWrite1h: 100_000, output: 1_000 },
    dollars: 0.99,
  },
  {
    what: 'ten searches of Claude’s',
    source: CLAUDE,
    price: sonnet,
    tokens: { input: 10_000, toolCalls: { web_search: 10 } },
    dollars: 0.13,
  },
  {
    what: 'a picture of gpt-image-1 by its tokens',
    source: OPENAI,
    price: { tokens: { input: 5, output: 0, image_input: 10, image_output: 40 } },
    tokens: { imageOutput: 6_240 },
    dollars: 0.2496,
  },
  {
    what: 'three tall pictures of DALL·E 3 in HD',
    source: OPENAI,
    price: dallE3,
    used: { callCount: 3, image: { size: '1024x1792', quality: 'hd' } },
    dollars: 0.36,
  },
  {
    what: 'a plain picture of DALL·E 3',
    source: OPENAI,
    price: dallE3,
    used: { image: { size: undefined, quality: undefined } },
    dollars: 0.04,
  },
  {
    what: 'the longest speech of tts-1-hd',
    source: OPENAI,
    price: { characters: 30 },
    used: { characters: () => 4_096 },
    dollars: 0.12288,
  },
  {
    what: 'ninety-five seconds for Whisper',
    source: OPENAI,
    price: { minutes: 0.006 },
    used: { soundSeconds: 95 },
    dollars: 0.0095,
  },
  {
    what: 'GPT-5 on flex',
    source: OPENAI,
    price: { tokens: { input: 1.25, output: 10, cache_read: 0.125 } },
    tokens: { input: 1_000_000, output: 100_000 },
    serviceFactors: { 'service_tier=flex': 0.5 },
    dollars: 1.125,
  },
  {
    what: 'speaking with gpt-realtime',
    source: OPENAI,
    price: { tokens: { input: 4, output: 16, audio_input: 32, audio_output: 64 } },
    tokens: { audioInput: 10_000, audioOutput: 5_000 },
    dollars: 0.64,
  },
  {
    what: 'twelve seconds of Sora 2 Pro',
    source: OPENAI,
    price: {
      seconds: [
        { resolution: '720p', price: 0.3 },
        { resolution: '1024p', price: 0.5 },
      ],
    },
    used: { video: { seconds: 12, resolution: '1024p', sound: true } },
    dollars: 6,
  },
  {
    what: 'Gemini 2.5 Pro below 200,000 tokens',
    source: GEMINI,
    price: geminiPro,
    tokens: { input: 100_000, output: 10_000 },
    dollars: 0.225,
  },
  {
    what: 'Gemini 2.5 Pro above',
    source: GEMINI,
    price: geminiPro,
    tokens: { input: 300_000, output: 10_000 },
    dollars: 0.9,
  },
  {
    what: 'an hour of sound for Gemini 2.5 Flash, at 32 tokens a second',
    source: GEMINI,
    price: { tokens: { input: 0.3, output: 2.5, audio_input: 1 } },
    tokens: { audioInput: 3_600 * 32 },
    dollars: 0.1152,
  },
  {
    what: 'eight seconds of Veo 3 with sound',
    source: GEMINI,
    price: {
      seconds: [
        { sound: true, price: 0.4 },
        { sound: false, price: 0.2 },
      ],
    },
    used: { video: { seconds: 8, resolution: '1080p', sound: true } },
    dollars: 3.2,
  },
  {
    what: 'four pictures of Imagen 4',
    source: GEMINI,
    price: { images: [{ price: 0.04 }] },
    used: { callCount: 4 },
    dollars: 0.16,
  },
  {
    what: 'DeepSeek by day',
    source: DEEPSEEK,
    price: deepSeek,
    tokens: { input: 1_000_000, cacheRead: 1_000_000, output: 1_000_000 },
    dollars: 1.44,
  },
  {
    what: 'DeepSeek at night, over midnight',
    source: DEEPSEEK,
    price: deepSeek,
    tokens: { input: 1_000_000, cacheRead: 1_000_000, output: 1_000_000 },
    at: '2025-03-01T00:29:59Z',
    dollars: 0.72,
  },
  {
    what: 'Grok 4 with a warm cache',
    source: XAI,
    price: grok,
    tokens: { input: 20_000, cacheRead: 80_000, output: 2_000 },
    dollars: 0.15,
  },
  {
    what: 'forty sources of Grok’s search',
    source: XAI,
    price: grok,
    tokens: { toolCalls: { live_search: 40 } },
    dollars: 1,
  },
  {
    what: 'Mistral Medium 3',
    source: MISTRAL,
    price: { tokens: { input: 0.4, output: 2 } },
    tokens: { input: 1_000_000, output: 200_000 },
    dollars: 0.8,
  },
  {
    what: 'Qwen3 Coder Plus in its second tier',
    source: QWEN,
    price: qwenCoder,
    tokens: { input: 100_000, output: 2_000 },
    dollars: 0.198,
  },
  {
    what: 'Qwen3 Coder Plus in its last',
    source: QWEN,
    price: qwenCoder,
    tokens: { input: 500_000, output: 1_000 },
    dollars: 3.06,
  },
  {
    what: 'five searches of Cohere Rerank 3.5',
    source: COHERE,
    price: { call: 0.002 },
    used: { callCount: 5 },
    dollars: 0.01,
  },
]

const chargeOf = ({
  price,
  tokens,
  used,
  at = '2026-08-20T12:00:00Z',
  serviceFactors,
  inBatch,
}: Omit<Example, 'dollars' | 'source' | 'what'>) => {
  const compiled = compile(price, new Date(at))
  const terms = { price: inBatch ? atBatchPrice(compiled, 1) : compiled, groupRatio: 1, quotaPerUnit: 500_000 }
  return charge(
    { ...terms, ...(serviceFactors && { serviceFactors }) },
    { ...used, usage: { ...noUsage(), ...tokens } },
  )
}

describe('a maker’s published price', () => {
  test.each(EXAMPLES)('of $what is charged to the cent: $source', ({ dollars, ...example }) => {
    expect(chargeOf(example).quota).toBe(Math.round(dollars * 500_000))
  })

  test('has examples of at least six makers', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(20)
    expect(new Set(EXAMPLES.map(({ source }) => source)).size).toBeGreaterThanOrEqual(6)
  })
})

describe('a tier', () => {
  const prices = {
    tokens: { input: 2, output: 10, cache_read: 0.2 },
    tiers: [{ above: 1_000, input: 4, output: 20, cache_read: 0.4 }],
  }
  const tokens = { cacheRead: 600, input: 900, output: 100 }

  test('for only the tokens above it divides the prompt, its cached beginning first', () => {
    const { other } = chargeOf({ price: { ...prices, marginal: true }, tokens })
    expect(receiptOf(other).lines).toEqual([
      { line: 'cache_read', count: 600, ratio: 0.1, quota: 60 },
      { line: 'input', count: 400, ratio: 1, quota: 400 },
      { line: 'input', above: 1_000, count: 500, ratio: 2, quota: 1_000 },
      { line: 'output', above: 1_000, count: 100, ratio: 10, quota: 1_000 },
    ])
  })

  test('for the whole call can be expressed by ratios', () => {
    expect(compile(prices, new Date(0))).toMatchObject({
      kind: 'tokens',
      longInput: { above: 1_000, ratios: { modelRatio: 2 } },
    })
    const { other } = chargeOf({ price: prices, tokens })
    expect(receiptOf(other).lines.map(({ line, ratio }) => [line, ratio])).toEqual([
      ['input', 2],
      ['cache_read', 0.2],
      ['output', 10],
    ])
  })
})

test('images or seconds that match no line cost the dearest', () => {
  const image = { size: '4k', quality: 'ultra' }
  const price = {
    images: [
      { size: '1k', price: 0.01 },
      { size: '2k', price: 0.05 },
    ],
  }
  expect(chargeOf({ price, used: { image } }).quota).toBe(25_000)
  const seconds = {
    seconds: [
      { resolution: '720p', price: 0.1 },
      { resolution: '1080p', price: 0.2 },
    ],
  }
  expect(chargeOf({ price: seconds, used: { video: { seconds: 2, resolution: null, sound: false } } }).quota).toBe(
    200_000,
  )
})
