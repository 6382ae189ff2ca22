import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calcPrice } from '@pydantic/genai-prices'
import { inputTotal, noUsage, outputTotal, type Usage } from '../canonical/usage.ts'
import { type Format, observers } from '../protocols/index.ts'
import { readRecordingFile } from '../protocols/laws/recording-files.ts'
import { type JsonObject, objectOrEmpty } from '../raw/json.ts'
import { charge } from './charge.ts'
import { priceOf } from './price-of.ts'

type Count =
  | 'input'
  | 'cacheRead'
  | 'cacheWrite5m'
  | 'cacheWrite1h'
  | 'imageInput'
  | 'audioInput'
  | 'output'
  | 'reasoning'
const TOOLS = ['web_search', 'file_search', 'code_execution', 'code_interpreter'] as const
type Tool = (typeof TOOLS)[number]

/** A charge calculated by hand from a recorded answer: one line of `recordings/charges.jsonl`. */
interface Row {
  recording: string
  model: string
  /** What the answer reported, by kind. */
  counts: Partial<Record<Count | Tool, number>>
  /** The provider's list price: per million tokens of a kind, per thousand calls of a tool. */
  dollars: Partial<Record<Count | Tool, number>>
  quota: number
  /** Counts that every answer of the model has but none reports. */
  unreported?: (Count | Tool)[]
  /** The price package's result, if it does not price everything. */
  byPackage?: number
}

const rows: Row[] = readFileSync(join(import.meta.dir, 'recordings/charges.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))

const day = new Date('2026-08-20T12:00:00Z')
const noOptions = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }

describe('a recorded answer', () => {
  test.each(rows)('$recording costs the amount calculated by hand', ({ model, counts, dollars, quota }) => {
    expect(byHand(counts, dollars)).toBe(quota)
    const price = priceOf(model, noOptions, day)
    if (!price) throw new Error(`${model} has no price`)
    expect(charge({ price, groupRatio: 1, quotaPerUnit: 500_000 }, { usage: usageOf(counts) }).quota).toBe(quota)
  })

  test.each(rows)('$recording costs the amount of the price package', ({ model, counts, quota, byPackage = quota }) => {
    expect(packageQuota(model, usageOf(counts))).toBe(byPackage)
  })
})

const exchangeOf = (recording: string) => readRecordingFile(recording.replace(/\.json$/, ''))

describe('the counts in the calculation by hand', () => {
  test.each(rows)('$recording reports them', ({ recording, counts, unreported = [] }) => {
    const { toolCalls, raw: _, suspect: _named, rounds: _rounds, ...tokens } = reportedUsage(recording)
    const reported = Object.entries({ ...tokens, ...toolCalls }).filter(([, count]) => count > 0)
    const expected = Object.entries(counts).filter(([kind]) => !unreported.some(count => count === kind))
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(expected))
  })
})

/** Millionths of a dollar keep the sum exact; 500,000 quota are one dollar. */
function byHand(counts: Row['counts'], dollars: Row['dollars']): number {
  const millionths = (Object.entries(dollars) as [Count | Tool, number][]).map(([kind, price]) => {
    const each = TOOLS.some(tool => tool === kind) ? 1000 : 1
    return Math.round(price * 1_000_000) * each * (counts[kind] ?? 0)
  })
  const quota = millionths.reduce((sum, part) => sum + part, 0) / 2_000_000
  return Math.max(1, Math.round(quota))
}

function usageOf(counts: Row['counts']): Usage {
  const { web_search = 0, file_search = 0, code_execution = 0, code_interpreter = 0, ...tokens } = counts
  return { ...noUsage(), ...tokens, toolCalls: { web_search, file_search, code_execution, code_interpreter } }
}

function packageQuota(model: string, usage: Usage): number {
  const reported = {
    input_tokens: inputTotal(usage),
    cache_read_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    input_audio_tokens: usage.audioInput,
    input_image_tokens: usage.imageInput,
    output_tokens: outputTotal(usage),
    web_searches: usage.toolCalls.web_search,
    storage_searches: usage.toolCalls.file_search,
  }
  const providers = [undefined, 'aws', 'openai', 'cohere']
  for (const providerId of providers) {
    const price = calcPrice(reported, model, { timestamp: day, ...(providerId && { providerId }) })
    // the package's dollars are binary fractions
    if (price) return Math.max(1, Math.round(Number((price.total_price * 500_000).toFixed(6))))
  }
  throw new Error(`the package does not know ${model}`)
}

function reportedUsage(recording: string): Usage {
  const { request, response, stream, provider } = exchangeOf(recording)
  const body: JsonObject = typeof response.body === 'string' && !stream ? JSON.parse(response.body) : response.body
  if (provider === 'bedrock') return bedrockUsage(body)
  if (provider === 'cohere') return cohereUsage(body)
  const format = formats.find(([part]) => request.path.includes(part))?.[1]
  if (!format) throw new Error(`${recording} is in no known format`)
  const tally = stream ? observed(format, response.body) : observers[format].whole(JSON.stringify(body))
  return tally.usage ?? noUsage()
}

const formats: [part: string, format: Format][] = [
  ['/chat/completions', 'openai-chat'],
  ['/responses', 'openai-responses'],
  ['/embeddings', 'openai-embeddings'],
  ['/messages', 'anthropic-messages'],
  ['enerateContent', 'gemini'],
]

function observed(format: Format, body: string) {
  const observer = observers[format].stream({ hideUsage: false })
  observer.push(new TextEncoder().encode(body))
  observer.end()
  return observer.tally
}

/** Converse, Claude's own body, and Titan's embeddings. */
function bedrockUsage(body: JsonObject): Usage {
  const usage = objectOrEmpty(body.usage)
  const count = (...names: string[]) => Number(names.map(name => usage[name] ?? body[name]).find(Boolean) ?? 0)
  return {
    ...noUsage(),
    input: count('inputTokens', 'input_tokens', 'inputTextTokenCount'),
    cacheRead: count('cacheReadInputTokens', 'cache_read_input_tokens'),
    cacheWrite5m: count('cacheWriteInputTokens', 'cache_creation_input_tokens'),
    output: count('outputTokens', 'output_tokens'),
  }
}

function cohereUsage(body: JsonObject): Usage {
  const { billed_units } = objectOrEmpty(body.usage ?? body.meta)
  const { input_tokens, output_tokens } = objectOrEmpty(billed_units)
  return { ...noUsage(), input: Number(input_tokens), output: Number(output_tokens ?? 0) }
}
